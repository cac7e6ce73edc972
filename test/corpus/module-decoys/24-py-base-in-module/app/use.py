from app.utils import human
import app.utils.human as hu
from .utils import shapes


class Child(human.Base):
    def handle_it(self):
        return 1


class Square(shapes.Shape):
    def twice(self):
        return self.area()  # → Shape.area


def use():
    Child().greet()  # → Child → Base.greet
    hu.Base().greet()  # → Base → Base.greet
