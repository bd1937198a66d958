"""The network that plays Saboteur: from what a seat sees to how well each action looks. Compiled by mypyc.

It is the one that `lab/jax/saboteur` learns with; the tests hold both to the same numbers. All is counted in
whole numbers, so that every machine chooses alike.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

ONE: Final[i64] = 1024
"""A feature, an activation or a logit of this size is one."""
WEIGHT: Final[i64] = 4096
"""A weight of this size is one."""
WEIGHT_BITS: Final[i64] = 12
HALF: Final[i64] = 2048

ROWS: Final[i64] = 9
COLUMNS: Final[i64] = 13
SQUARES: Final[i64] = 117
WEST: Final[i64] = -2
NORTH: Final[i64] = -4
"""x from -2 to 10 and y from -4 to 4, row by row from the north-west."""
PLANES: Final[i64] = 20
CHANNELS: Final[i64] = 32
OTHERS: Final[i64] = 9
"""The most seats beside the own one."""

ACTIONS: Final[i64] = 27
"""Of a square: the ways to lay a path card there, then rocks."""
FIRST_BREAK: Final[i64] = 3159
"""By seat, clockwise from the next one: the three tools."""
FIRST_MEND: Final[i64] = 3186
"""By seat: the three tools by each of the six repair cards."""
FIRST_REST: Final[i64] = 3348
"""What is done with no other seat: a look at each goal, a discard of each card, own repairs, the pass."""
OWN_MEND: Final[i64] = 30
PASS_TURN: Final[i64] = 48
assert [SQUARES, SQUARES * ACTIONS] == [ROWS * COLUMNS, FIRST_BREAK]
assert [FIRST_BREAK + 3 * OTHERS, FIRST_MEND + 18 * OTHERS] == [FIRST_MEND, FIRST_REST]
assert [WEIGHT, HALF] == [1 << WEIGHT_BITS, WEIGHT // 2]

_SQUARES: Final[int] = 117
_INPUTS: Final[int] = 9 * 32


@mypyc_attr(allow_interpreted_subclasses=False)
class Dense:
    """`weights` are, input by input, one for each output."""

    def __init__(self, weights: vec[i16], biases: vec[i16]) -> None:
        self.weights: vec[i16] = weights
        self.biases: vec[i16] = biases
        self.outputs: i64 = len(biases)
        self.inputs: i64 = i64(len(weights)) // self.outputs

    def add(self, values: vec[i64], first: i64, sums: vec[i64]) -> None:
        """Adds what the values from the first on bring, and the biases; a sum of ONE * WEIGHT is one."""
        weights = self.weights
        biases = self.biases
        outputs: i64 = self.outputs
        for output in range(outputs):
            sums[output] += i64(biases[output]) * ONE
        for at in range(self.inputs):
            value: i64 = values[first + at]
            if value != 0:
                start: i64 = at * outputs
                for output in range(outputs):
                    sums[output] += value * i64(weights[start + output])

    def one(self, values: vec[i64], first: i64, output: i64) -> i64:
        """A single output, of ONE."""
        weights = self.weights
        outputs: i64 = self.outputs
        total: i64 = i64(self.biases[output]) * ONE + HALF
        for at in range(self.inputs):
            total += values[first + at] * i64(weights[at * outputs + output])
        return total >> WEIGHT_BITS


@mypyc_attr(allow_interpreted_subclasses=False)
class Convolution:
    """From each square's 3 by 3 neighbourhood to CHANNELS numbers there; nothing lies beyond the edges.

    `weights` are, neighbour by neighbour from the north-west and then input by input, one for each channel.
    """

    def __init__(self, weights: vec[i16]) -> None:
        self.weights: vec[i16] = weights
        self.inputs: i64 = i64(len(weights)) // (9 * CHANNELS)
        self._active: vec[i64] = vec[i64]([i64(0)] * (_SQUARES * 32))
        """By square: its inputs that are not nought, as places among the weights of one neighbour."""
        self._active_count: vec[i64] = vec[i64]([i64(0)] * _SQUARES)
        self._values: vec[i64] = vec[i64]([i64(0)] * _INPUTS)
        self._places: vec[i64] = vec[i64]([i64(0)] * _INPUTS)

    def apply(self, before: vec[i64], shared: vec[i64], after: vec[i64]) -> None:
        """Writes what is above nought; `shared` is added on every square."""
        self._note_active(before)
        values = self._values
        places = self._places
        weights = self.weights
        for square in range(SQUARES):
            count: i64 = self._gather(before, square)
            channel: i64 = 0
            while channel < CHANNELS:
                # Eight at a time, so that the sums stay in registers.
                a: i64 = shared[channel]
                b: i64 = shared[channel + 1]
                c: i64 = shared[channel + 2]
                d: i64 = shared[channel + 3]
                e: i64 = shared[channel + 4]
                f: i64 = shared[channel + 5]
                g: i64 = shared[channel + 6]
                h: i64 = shared[channel + 7]
                for number in range(count):
                    value: i64 = values[number]
                    at: i64 = places[number] + channel
                    a += value * i64(weights[at])
                    b += value * i64(weights[at + 1])
                    c += value * i64(weights[at + 2])
                    d += value * i64(weights[at + 3])
                    e += value * i64(weights[at + 4])
                    f += value * i64(weights[at + 5])
                    g += value * i64(weights[at + 6])
                    h += value * i64(weights[at + 7])
                to: i64 = square * CHANNELS + channel
                after[to] = above_nought(a)
                after[to + 1] = above_nought(b)
                after[to + 2] = above_nought(c)
                after[to + 3] = above_nought(d)
                after[to + 4] = above_nought(e)
                after[to + 5] = above_nought(f)
                after[to + 6] = above_nought(g)
                after[to + 7] = above_nought(h)
                channel += 8

    def _note_active(self, before: vec[i64]) -> None:
        active = self._active
        inputs: i64 = self.inputs
        for square in range(SQUARES):
            count: i64 = 0
            for at in range(inputs):
                if before[square * inputs + at] != 0:
                    active[square * CHANNELS + count] = at
                    count += 1
            self._active_count[square] = count

    def _gather(self, before: vec[i64], square: i64) -> i64:
        """Lists all that counts for a square, with where its weights begin; how much that is."""
        active = self._active
        values = self._values
        places = self._places
        inputs: i64 = self.inputs
        row: i64 = square // COLUMNS
        column: i64 = square % COLUMNS
        count: i64 = 0
        for neighbour in range(i64(9)):
            y: i64 = row + neighbour // 3 - 1
            x: i64 = column + neighbour % 3 - 1
            if 0 <= y < ROWS and 0 <= x < COLUMNS:
                there: i64 = y * COLUMNS + x
                for number in range(i64(self._active_count[there])):
                    at: i64 = active[there * CHANNELS + number]
                    values[count] = before[there * inputs + at]
                    places[count] = (neighbour * inputs + at) * CHANNELS
                    count += 1
        return count


@mypyc_attr(allow_interpreted_subclasses=False)
class Network:
    """`see` first, then ask for logits. It is nobody else's while it is asked."""

    def __init__(self, dense: dict[str, Dense], convolutions: list[Convolution]) -> None:
        self._dense = dense
        self._convolutions = convolutions
        self._width: i64 = dense["row2"].outputs
        self._seat_width: i64 = dense["seat"].outputs
        self._square_width: i64 = dense["y"].outputs
        self._squares: vec[i64] = vec[i64]([i64(0)] * (_SQUARES * 32))
        """By square: what the convolutions make of it."""
        self._squares_after: vec[i64] = vec[i64]([i64(0)] * (_SQUARES * 32))
        self._seats: vec[i64] = vec[i64]([i64(0)] * 512)
        """By other seat: what is made of it alone."""
        self._crowd: vec[i64] = vec[i64]([i64(0)] * 256)
        self._common: vec[i64] = vec[i64]([i64(0)] * 256)
        """What is made of the row and of all seats; after it the pools of the squares."""
        self._whole: vec[i64] = vec[i64]([i64(0)] * 256)
        """What is made of everything."""
        self._sums: vec[i64] = vec[i64]([i64(0)] * 256)
        self._asked: vec[i64] = vec[i64]([i64(0)] * 256)
        """What is made of the square or of the seat that was asked about last, in the light of everything."""
        self._asked_about: i64 = -1
        """That square, or SQUARES and that seat; -1: none yet."""

    def see(self, planes: vec[i64], row: vec[i64], around: vec[i64]) -> None:
        """The features of `kernel_eyes.py`."""
        self._asked_about = -1
        others: i64 = i64(len(around)) // self._dense["seat"].inputs
        self._look_at_seats(around, others)
        self._look_at_all(row)
        self._look_at_squares(planes)
        self._pool_squares()
        whole = self._dense["h"]
        self._begin()
        whole.add(self._common, 0, self._sums)
        self._write(self._whole, 0, whole.outputs)

    def logit(self, index: i64) -> i64:
        """Of ONE; the higher, the likelier the action is chosen."""
        if index < FIRST_BREAK:
            self._ask_square(index // ACTIONS)
            return self._dense["cells"].one(self._asked, 0, index % ACTIONS)
        if index < FIRST_MEND:
            self._ask_seat((index - FIRST_BREAK) // 3)
            return self._dense["break"].one(self._asked, 0, (index - FIRST_BREAK) % 3)
        if index < FIRST_REST:
            self._ask_seat((index - FIRST_MEND) // 18)
            return self._dense["mend"].one(self._asked, 0, (index - FIRST_MEND) % 18)
        return self._dense["rest"].one(self._whole, 0, index - FIRST_REST)

    def _look_at_seats(self, around: vec[i64], others: i64) -> None:
        """Each alone, then their mean and their most."""
        seat = self._dense["seat"]
        width: i64 = self._seat_width
        crowd = self._crowd
        seats = self._seats
        for at in range(2 * width):
            crowd[at] = 0
        for other in range(others):
            self._begin()
            seat.add(around, other * seat.inputs, self._sums)
            self._write(seats, other * width, width)
            for at in range(width):
                value: i64 = seats[other * width + at]
                crowd[at] += value
                crowd[width + at] = max(crowd[width + at], value)
        for at in range(width):
            crowd[at] = crowd[at] // others

    def _look_at_all(self, row: vec[i64]) -> None:
        self._begin()
        self._dense["row"].add(row, 0, self._sums)
        self._dense["crowd"].add(self._crowd, 0, self._sums)
        self._write(self._common, 0, self._width)
        self._begin()
        self._dense["row2"].add(self._common, 0, self._sums)
        self._write(self._common, 0, self._width)

    def _look_at_squares(self, planes: vec[i64]) -> None:
        for layer in range(i64(len(self._convolutions))):
            self._begin()
            self._dense[f"c{layer}g"].add(self._common, 0, self._sums)
            before = self._squares
            after = self._squares_after
            if layer == 0:
                self._convolutions[layer].apply(planes, self._sums, after)
            else:
                self._convolutions[layer].apply(before, self._sums, after)
                for at in range(SQUARES * CHANNELS):
                    after[at] += before[at]
            self._squares = after
            self._squares_after = before

    def _pool_squares(self) -> None:
        squares = self._squares
        pools = self._common
        mean: i64 = self._width
        most: i64 = mean + CHANNELS
        for channel in range(CHANNELS):
            total: i64 = 0
            largest: i64 = 0
            for square in range(SQUARES):
                value: i64 = squares[square * CHANNELS + channel]
                total += value
                largest = max(largest, value)
            pools[mean + channel] = total // SQUARES
            pools[most + channel] = largest

    def _ask_square(self, square: i64) -> None:
        if self._asked_about == square:
            return
        self._asked_about = square
        self._begin()
        self._dense["y"].add(self._squares, square * CHANNELS, self._sums)
        self._dense["yg"].add(self._whole, 0, self._sums)
        self._write(self._asked, 0, self._square_width)

    def _ask_seat(self, other: i64) -> None:
        if self._asked_about == SQUARES + other:
            return
        self._asked_about = SQUARES + other
        self._begin()
        self._dense["hs"].add(self._seats, other * self._seat_width, self._sums)
        self._dense["hsh"].add(self._whole, 0, self._sums)
        self._write(self._asked, 0, self._seat_width)

    def _begin(self) -> None:
        sums = self._sums
        for at in range(i64(len(sums))):
            sums[at] = 0

    def _write(self, to: vec[i64], first: i64, count: i64) -> None:
        """What is above nought of the sums."""
        sums = self._sums
        for at in range(count):
            to[first + at] = above_nought(sums[at])


def above_nought(total: i64) -> i64:
    return (total + HALF) >> WEIGHT_BITS if total > 0 else 0
