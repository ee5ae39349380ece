"""A position changed in place, as far as reasons need it."""


class MutableState:
    def __init__(self, loops, n_actions, array):
        self._loops = loops
        self.array = array

    def step(self, action):
        self._loops.play(self.array, 0, action)
