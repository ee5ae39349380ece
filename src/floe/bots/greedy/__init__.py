"""The level ``greedy``: plans its own turn by trying it out, and looks no further than the next player's reply."""
