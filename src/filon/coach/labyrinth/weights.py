"""What the value of Le Labyrinthe Secret weighs, by seats; made by tools/labyrinth_value.py."""

from typing import Final

WEIGHTS: Final[dict[int, tuple[float, ...]]] = {
    2: (1.21, 0.05, 0.08, 0.00, 4.12, 0.63, 0.40, 0.05),
    3: (0.49, 0.19, 0.45, 0.24, 0.34, 0.72, 0.39, 0.06),
    4: (0.15, 0.04, 0.00, 0.03, 1.14, 0.82, 0.48, 0.09),
}
