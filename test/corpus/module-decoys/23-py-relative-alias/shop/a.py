def price():
    pass
