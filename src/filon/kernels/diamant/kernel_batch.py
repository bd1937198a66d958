"""Many games of Diamant stepped at once, their observations written in place. Compiled by mypyc.

The row of a game is the layout of `filon.lab.diamant.encoding`. What rotates with the seat that looks is
written at each step, the rest only once all choices are in; every mask is two ones for ever.
"""

from typing import Final

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from filon.kernels.diamant.kernel import HAZARD_BITS, LAST_CAVE, MOST_CARDS, MOST_SEATS, DiamantKernel
from filon.kernels.stream import Stream

HAZARDS: Final[i64] = 5
CHOICES: Final[i64] = 2
HIDDEN: Final[i64] = -1
CAVE: Final[i64] = 0
PILE: Final[i64] = 1
LOOT: Final[i64] = 2
INSIDE: Final[i64] = 3
"""Here the part begins whose length depends on the number of seats."""


@mypyc_attr(allow_interpreted_subclasses=False)
class DiamantBatch:
    """`kernels.contract.BatchKernel`; `deck` holds the options, and all cards in their order."""

    def __init__(self, deck: DiamantKernel, seed: i64, games: i64, first: i64, total: i64) -> None:
        seats: i64 = deck.seats
        self.deck: DiamantKernel = deck
        self.seats: i64 = seats
        self.hidden_chests: bool = deck.hidden_chests
        self.seed: i64 = seed
        self.games: i64 = games
        self.total: i64 = total
        self.choices: i64 = INSIDE + seats
        self.gallery: i64 = self.choices + seats
        self.met: i64 = self.gallery + 2 * MOST_CARDS
        self.removed: i64 = self.met + HAZARDS
        self.artifacts: i64 = self.removed + HAZARDS
        self.chests: i64 = self.artifacts + 1
        self.takings: i64 = self.chests + seats
        self.size: i64 = self.takings + LAST_CAVE * seats
        self.observations: vec[i16] = vec[i16]([i16(0)] * (games * self.size))
        self.masks: vec[u8] = vec[u8]([u8(1)] * (games * CHOICES))
        self.actors: vec[u8] = vec[u8]([u8(0)] * games)
        self.ended: vec[u8] = vec[u8]([u8(0)] * games)
        self.winners: vec[i64] = vec[i64]([i64(0)] * games)
        self.scores: vec[i64] = vec[i64]([i64(0)] * (games * seats))
        self.next_deals: vec[i64] = vec[i64]([i64(0)] * games)
        """By game, the number of the stream of the deal to come."""
        self.turned: vec[u8] = vec[u8]([u8(0)] * games)
        """By game, how many cards of the gallery stand in its row."""
        self.kernels: list[DiamantKernel] = []
        for game in range(games):
            self.next_deals[game] = first + game
            self.kernels.append(self._dealt(game))
            self._see_position(game, self.kernels[game])
            self._see_players(game, self.kernels[game])

    def step(self, actions: bytes) -> None:
        kernels = self.kernels
        actors = self.actors
        ended = self.ended
        for game in range(self.games):
            kernel = kernels[game]
            kernel.play(i64(actors[game]), i64(read_i32_le(actions, game * 4)))
            ended[game] = 0
            if kernel.chosen == 0:
                if kernel.cave > LAST_CAVE:
                    self._end(game, kernel)
                    kernel = self._dealt(game)
                    kernels[game] = kernel
                self._see_position(game, kernel)
            self._see_players(game, kernel)

    def _dealt(self, game: i64) -> DiamantKernel:
        number: i64 = self.next_deals[game]
        self.next_deals[game] = number + self.total
        kernel = self.deck.copy(Stream(self.seed, number))
        kernel.begin()
        return kernel

    def _end(self, game: i64, kernel: DiamantKernel) -> None:
        self.ended[game] = 1
        self.winners[game] = kernel.winners()
        scores = self.scores
        seats: i64 = self.seats
        for seat in range(seats):
            scores[game * seats + seat] = kernel.chest(seat)
        row = self.observations
        at: i64 = game * self.size + self.takings
        for number in range(LAST_CAVE * seats):  # later caves are not written before they are entered
            row[at + number] = 0

    def _see_position(self, game: i64, kernel: DiamantKernel) -> None:
        """What looks alike from every seat."""
        row = self.observations
        at: i64 = game * self.size
        row[at + CAVE] = i16(kernel.cave)
        row[at + PILE] = i16(kernel.left)
        row[at + LOOT] = i16(kernel.loot)
        for hazard in range(HAZARDS):
            row[at + self.met + hazard] = i16(kernel.met >> hazard & 1)
            row[at + self.removed + hazard] = 0
        removed: i64 = kernel.removed
        while removed > 1:
            row[at + self.removed + (removed & 7)] += 1
            removed >>= HAZARD_BITS
        row[at + self.artifacts] = i16(kernel.artifacts_turned)
        self._see_gallery(game, kernel)

    def _see_gallery(self, game: i64, kernel: DiamantKernel) -> None:
        """The cards lie on their backs in the array, first turned last."""
        row = self.observations
        cards = kernel.cards
        lying = kernel.lying
        at: i64 = game * self.size + self.gallery
        last: i64 = kernel.total - 1
        turned: i64 = kernel.total - kernel.left
        for place in range(turned):
            row[at + 2 * place] = i16(cards[last - place])
            row[at + 2 * place + 1] = i16(lying[last - place])
        for number in range(2 * turned, 2 * i64(self.turned[game])):
            row[at + number] = 0
        self.turned[game] = u8(turned)

    def _see_players(self, game: i64, kernel: DiamantKernel) -> None:
        """Who decides now, and everybody from there, clockwise."""
        row = self.observations
        seats: i64 = self.seats
        inside: i64 = kernel.inside
        chosen: i64 = kernel.chosen
        waiting: i64 = inside & ~chosen
        seat: i64 = 0
        while not waiting >> seat & 1:
            seat += 1
        self.actors[game] = u8(seat)
        takings = kernel.takings
        caves: i64 = kernel.cave
        hidden: bool = False
        at: i64 = game * self.size
        choices: i64 = at + self.choices
        chests: i64 = at + self.chests
        carried: i64 = at + self.takings
        for place in range(seats):
            row[at + INSIDE + place] = i16(inside >> seat & 1)
            row[choices + place] = i16(chosen >> seat & 1)
            row[chests + place] = i16(HIDDEN if hidden else kernel.chest(seat))
            for cave in range(caves):
                row[carried + cave * seats + place] = i16(takings[MOST_SEATS * cave + seat])
            hidden = self.hidden_chests
            seat += 1
            if seat == seats:
                seat = 0
