def cost():
    pass
