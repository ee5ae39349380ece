"""The games through the interfaces that researchers use: OpenSpiel, PettingZoo, Gymnasium. Each needs its extra."""
