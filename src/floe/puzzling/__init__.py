"""Puzzles: positions in which one choice is right, found in games of the machine players and proven.

What can be asked of a position is each game's own business (the module that its manifest calls ``puzzles``); this
package knows no game.
"""
