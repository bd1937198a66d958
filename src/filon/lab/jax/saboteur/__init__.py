"""Saboteur in JAX: `table` is the environment, `rollouts` random play in bulk."""
