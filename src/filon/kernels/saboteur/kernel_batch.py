"""Many games of Saboteur stepped at once, their observations and masks written in place."""

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_codes import FINISHED
from filon.kernels.saboteur.kernel_indices import Indices
from filon.kernels.saboteur.kernel_offsets import RowOffsets
from filon.kernels.saboteur.kernel_rows import GameRow
from filon.kernels.stream import Stream


@mypyc_attr(allow_interpreted_subclasses=False)
class SaboteurBatch:
    """`kernels.contract.BatchKernel`."""

    def __init__(
        self,
        seats: i64,
        seed: i64,
        *,
        games: i64,
        first: i64,
        total: i64,
        adjacent: bool,
        random_starter: bool,
    ) -> None:
        fields = RowOffsets(seats)
        indices = Indices(seats)
        self.seats: i64 = seats
        self.seed: i64 = seed
        self.games: i64 = games
        self.total: i64 = total
        self.observations: vec[i16] = vec[i16]([i16(0)] * (games * fields.size))
        self.masks: vec[u8] = vec[u8]([u8(0)] * (games * indices.first.size))
        self.actors: vec[u8] = vec[u8]([u8(0)] * games)
        self.ended: vec[u8] = vec[u8]([u8(0)] * games)
        self.winners: vec[i64] = vec[i64]([i64(0)] * games)
        self.scores: vec[i64] = vec[i64]([i64(0)] * (games * seats))
        self._next_deal: vec[i64] = vec[i64]([i64(0)] * games)
        """By game, the number of the stream of the deal to come."""
        self._rows: list[GameRow] = []
        for game in range(games):
            self._next_deal[game] = first + game
            kernel = SaboteurKernel(seats, Stream(0), adjacent=adjacent, random_starter=random_starter)
            kernel.make_room()
            self._rows.append(
                GameRow(
                    kernel, fields, indices, observations=self.observations, masks=self.masks, number=game
                )
            )
            self._deal(game)

    def step(self, actions: bytes) -> None:
        rows = self._rows
        actors = self.actors
        ended = self.ended
        game: i64 = 0
        while game < self.games:
            row = rows[game]
            row.play(i64(read_i32_le(actions, 4 * game)))
            if row.kernel.phase == FINISHED:
                ended[game] = 1
                self._count(game)
                self._deal(game)
            else:
                ended[game] = 0
                row.write()
                actors[game] = u8(row.kernel.turn)
            game += 1

    def _deal(self, game: i64) -> None:
        row = self._rows[game]
        number: i64 = self._next_deal[game]
        self._next_deal[game] = number + self.total
        row.kernel.stream = Stream(self.seed, number)
        row.kernel.deal()
        row.begin()
        self.actors[game] = u8(row.kernel.turn)

    def _count(self, game: i64) -> None:
        kernel = self._rows[game].kernel
        best: i64 = -1
        winners: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            score: i64 = kernel.score(seat)
            self.scores[game * self.seats + seat] = score
            if score > best:
                best = score
                winners = 0
            if score == best:
                winners |= 1 << seat
            seat += 1
        self.winners[game] = winners
