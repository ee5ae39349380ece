"""Measuring the server: ``make bench-server`` runs ``run.py``."""
