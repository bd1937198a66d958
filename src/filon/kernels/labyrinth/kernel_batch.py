"""Many games of Le Labyrinthe Secret stepped at once, what a seat sees and may do written in place.

A mask is laid out as in `filon.lab.labyrinth.encoding`, and so is a row (`kernel_rows.py`). A mask is cleared
where it was set, entry by entry: a list of those is kept for each game.
"""

from typing import Final

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from filon.kernels.labyrinth.kernel import LabyrinthKernel
from filon.kernels.labyrinth.kernel_castle import SQUARES, Standing
from filon.kernels.labyrinth.kernel_choices import CHALLENGE, MOVE, PLACE, STAY, SWAP
from filon.kernels.labyrinth.kernel_position import FINISHED, MOVING, PLACING, largest_set
from filon.kernels.labyrinth.kernel_rows import Rows
from filon.kernels.labyrinth.kernel_series import Setting
from filon.kernels.stream import Stream

MOST_LEGAL: Final[i64] = 128
"""More than anybody can ever do at once."""


@mypyc_attr(allow_interpreted_subclasses=False)
class LabyrinthBatch:
    """`kernels.contract.BatchKernel`."""

    def __init__(self, setting: Setting, seed: i64, games: i64, *, first: i64, total: i64) -> None:
        seats: i64 = setting.seats
        self.setting: Setting = setting
        self.seats: i64 = seats
        self.seed: i64 = seed
        self.games: i64 = games
        self.total: i64 = total
        self._set_places()
        self.rows: Rows = Rows(seats, games)
        self.observations: vec[i16] = self.rows.observations
        self.masks: vec[u8] = vec[u8]([u8(0)] * (games * self.choices))
        self.actors: vec[u8] = vec[u8]([u8(0)] * games)
        self.ended: vec[u8] = vec[u8]([u8(0)] * games)
        self.winners: vec[i64] = vec[i64]([i64(0)] * games)
        self.scores: vec[i64] = vec[i64]([i64(0)] * (games * seats))
        self.legal: vec[u8] = vec[u8]([u8(0)] * (games * MOST_LEGAL))
        """By game, the entries of its mask that are set."""
        self.legal_counts: vec[u8] = vec[u8]([u8(0)] * games)
        self.next_deals: vec[i64] = vec[i64]([i64(0)] * games)
        """By game, the number of the stream of the deal to come."""
        self.kernels: list[LabyrinthKernel] = []
        for game in range(games):
            self.next_deals[game] = first + game
            kernel = self._dealt(game)
            self.kernels.append(kernel)
            self._look(game, kernel)

    def _set_places(self) -> None:
        """Where fields begin in a mask; up to the swaps an index is the kernel's code."""
        seats: i64 = self.seats
        self.challenge: i64 = SWAP + 2 * (seats - 1)
        self.move: i64 = self.challenge + 4 * (seats - 1)
        self.place: i64 = self.move + SQUARES
        self.choices: i64 = self.place + SQUARES

    def step(self, actions: bytes) -> None:
        kernels = self.kernels
        actors = self.actors
        ended = self.ended
        for game in range(self.games):
            kernel = kernels[game]
            actor: i64 = i64(actors[game])
            kernel.play(actor, self._code(actor, i64(read_i32_le(actions, game * 4))))
            ended[game] = 0
            if kernel.phase == FINISHED:
                self._end(game, kernel)
                kernel = self._dealt(game)
                kernels[game] = kernel
            self._look(game, kernel)

    def _dealt(self, game: i64) -> LabyrinthKernel:
        number: i64 = self.next_deals[game]
        self.next_deals[game] = number + self.total
        return self.setting.deal(Stream(self.seed, number))

    def _end(self, game: i64, kernel: LabyrinthKernel) -> None:
        self.ended[game] = 1
        self.winners[game] = kernel.one
        seats: i64 = self.seats
        for seat in range(seats):
            self.scores[game * seats + seat] = largest_set(kernel.hand(seat))

    def _code(self, actor: i64, index: i64) -> i64:
        """The kernel's, which counts opponents by their seats."""
        if index >= self.place:
            return PLACE + index - self.place
        if index >= self.move:
            return MOVE + index - self.move
        if index >= self.challenge:
            terms: i64 = index - self.challenge
            return CHALLENGE + 4 * ((actor + 1 + (terms >> 2)) % self.seats) + (terms & 3)
        if index >= SWAP:
            swap: i64 = index - SWAP
            return SWAP + 2 * ((actor + 1 + (swap >> 1)) % self.seats) + (swap & 1)
        return index

    def _index(self, actor: i64, code: i64) -> i64:
        """Of all but walks and placing, which are listed without their codes."""
        if code >= CHALLENGE:
            terms: i64 = code - CHALLENGE
            return self.challenge + 4 * self._after(actor, terms >> 2) + (terms & 3)
        if code >= SWAP:
            swap: i64 = code - SWAP
            return SWAP + 2 * self._after(actor, swap >> 1) + (swap & 1)
        return code

    def _after(self, actor: i64, opponent: i64) -> i64:
        """How many opponents sit between the two, clockwise."""
        return (opponent - actor - 1 + self.seats) % self.seats

    def _look(self, game: i64, kernel: LabyrinthKernel) -> None:
        waiting: i64 = kernel.waiting()
        actor: i64 = 0
        while not waiting >> actor & 1:
            actor += 1
        self.actors[game] = u8(actor)
        self.rows.see(game, kernel, actor)
        self._list_legal(game, kernel, actor)

    def _list_legal(self, game: i64, kernel: LabyrinthKernel, actor: i64) -> None:
        masks = self.masks
        legal = self.legal
        mask: i64 = game * self.choices
        listed: i64 = game * MOST_LEGAL
        for at in range(i64(self.legal_counts[game])):
            masks[mask + i64(legal[listed + at])] = 0
        count: i64 = 0
        phase: i64 = kernel.phase
        if phase == PLACING:
            count = self._list_free(listed, kernel)
        else:
            listed_choices: i64 = kernel.choices()
            choice: i64 = 0
            if phase == MOVING:
                legal[listed] = u8(STAY)
                count = self._list_walks(listed, kernel, actor)
                choice = count
            while choice < listed_choices:
                legal[listed + count] = u8(self._index(actor, kernel.choice(choice)))
                count += 1
                choice += 1
        for at in range(count):
            masks[mask + i64(legal[listed + at])] = 1
        self.legal_counts[game] = u8(count)

    def _list_walks(self, listed: i64, kernel: LabyrinthKernel, actor: i64) -> i64:
        """After the first entry; how many there are then (LAB-3.4)."""
        legal = self.legal
        castle: Standing = kernel.standing()
        order: bytes = castle.order
        own: i64 = kernel.pawn(actor)
        first: i64 = i64(castle.first[own])
        end: i64 = first + i64(castle.size[own])
        count: i64 = 1
        at: i64 = first
        while at < end:
            square: i64 = i64(order[at])
            if square != own:
                legal[listed + count] = u8(self.move + square)
                count += 1
            at += 1
        return count

    def _list_free(self, listed: i64, kernel: LabyrinthKernel) -> i64:
        """LAB-5.5."""
        legal = self.legal
        seats: i64 = self.seats
        count: i64 = 0
        square: i64 = 0
        while square < SQUARES:
            free: bool = True
            seat: i64 = 0
            while seat < seats:
                if kernel.pawn(seat) == square:
                    free = False
                seat += 1
            if free:
                legal[listed + count] = u8(self.place + square)
                count += 1
            square += 1
        return count
