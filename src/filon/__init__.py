"""Filon: a home for four treasure games."""

__version__ = "0.1.0"
