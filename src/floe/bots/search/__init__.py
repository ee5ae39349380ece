"""Search inside the kernel: a tree of positions grown by simulations, compiled together with a game's rules."""
