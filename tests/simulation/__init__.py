"""The server on a virtual clock, network and disk, repeatable from a seed: see docs/architecture.md, "Simulated"."""
