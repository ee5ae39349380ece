"""ICE CULT: tilt four transparent cubes, then move pawns as the symbols on top say. Rules IC-1 to IC-22."""
