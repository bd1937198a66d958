"""Saboteur in arrays."""
