"""Filon: a home for four treasure games."""
