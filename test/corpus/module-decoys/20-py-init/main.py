from app.utils import parse_things as parse, Foundation


def run():
    parse("a")  # → parse_things @ app/utils/human.py
    Foundation().handle_it()  # → Base → Base.handle_it
