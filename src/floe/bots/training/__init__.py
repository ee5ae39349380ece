"""Training a network by self-play: games inside the kernel on all cores, learning with PyTorch, gating by matches."""
