"""Diamant in arrays."""
