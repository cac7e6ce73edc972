import app.utils.human
from app.utils import human
from .utils import human as h


class Child(human.Base):
    pass


def use():
    human.parse_things("a")  # → parse_things
    app.utils.human.parse_things("b")  # → parse_things
    h.parse_things("c")  # → parse_things
    human.Base()  # → Base
