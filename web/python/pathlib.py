class Path:
    pass
