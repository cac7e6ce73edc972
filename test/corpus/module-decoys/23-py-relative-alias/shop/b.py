from .a import price as cost


def total():
    cost()  # → price @ shop/a.py
