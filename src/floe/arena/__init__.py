"""Matches between machine players, and what they tell: how strong each is, and how fair a game is."""
