def parse_things(text):
    return text
