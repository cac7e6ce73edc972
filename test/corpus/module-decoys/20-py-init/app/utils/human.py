def parse_things(text):
    return text


class Base:
    def handle_it(self):
        pass
