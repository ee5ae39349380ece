class MutableState:
    pass
