"""ICE CULT: tilt four transparent cubes, then move pawns as the symbols on top say. Rules IC-1 to IC-22.

The files in the order in which to read them; those with the same name in the other game do the same job there.

- ``manifest``: what the game has. ``layout``: the struct of a position, and the numbers of the actions.
- ``geometry`` (cubes in space), ``cubesets`` (what is printed on them), ``options`` (setup), ``rules``: the game.
- ``handicaps``: what a seat may have ahead at the start of a table's game.
- ``kernel``: rules and numbers together, as the engine drives them; ``encoding`` and ``compact``: what a network sees
  of it; ``tree``: how long it can last.
- ``game``: the Python face. ``position`` reads a struct for ``notation``, ``document`` (writing), ``document_reader``,
  ``refusals``, ``board`` (text), ``picture``, and ``facts`` with their ``vocabulary``.
- ``words`` and ``words_reasons``: how the terminal speaks.
- Machine players: ``greedy``; ``heuristics`` for the search; ``styles``: what levels like; ``threats``, ``reach`` and
  ``explanations`` for hints.
- ``solving``: which actions win and which lose in games of two, proven.
- ``puzzles`` (with ``forced``, ``orders``) finds and proves them; ``trying`` judges tries; ``puzzles.json``: the set.
"""
