class Base:
    def handle_it(self):
        pass

    def greet(self):
        pass
