def parse_things(text):
    return text


class Base:
    pass
