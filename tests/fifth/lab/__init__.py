"""Candles in arrays."""
