from pkg import work


def use():
    work()  # → work @ pkg/_impl.py
