"""Diamant in JAX: `table` is the environment, `rollouts` its random play in one kernel."""
