"""Diamant's kernel, and the way from the law to it and back."""
