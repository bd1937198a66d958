"""Diamant and Saboteur as pure functions on arrays, for a GPU.

The modules of the two games need nothing but JAX and NumPy: they can be copied alone to a machine that has
them. `environments` checks what a table is asked for, `lockstep` plays them beside the law.
"""
