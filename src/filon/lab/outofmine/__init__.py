"""Out of Mine! in arrays."""
