"""Pictures for people: cards that stand beside a link, and games as animations.

The board in them is the game's own drawing (``State.picture``), so a picture holds no more than a seat's view does.
"""
