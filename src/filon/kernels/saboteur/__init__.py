"""Saboteur's kernel: the law on small numbers, and the bridge to it."""
