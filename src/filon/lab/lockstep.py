"""Law and kernel side by side: the same random games, compared at every step."""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import msgspec

from filon.games.chance import pick
from filon.games.codec import describe
from filon.games.contract import TABLE, Actor, AnyGame, Seat, Table, play
from filon.kernels.contract import TABLE as KERNEL_TABLE
from filon.kernels.contract import AnyBridge, Kernel
from filon.kernels.registry import bridge_of
from filon.kernels.stream import Stream
from filon.lab.walk import PATIENCE, walk

_CHANGE_OF_MIND: Final = 8
"""One choice in so many may be of a seat that has chosen already."""
_LOOK_CLOSER: Final = 4
"""At one step in so many a seat imagines what it does not see, and a kernel is made from the state."""


class Apart(Exception):  # noqa: N818 - it reads as what happened
    """Law and kernel do not agree; says where, and how to see it again."""


class Compared(msgspec.Struct, frozen=True):
    games: int
    decisions: int


def every_table(game: AnyGame) -> Iterator[tuple[int, Any]]:
    """Every number of seats with every choice of options in words; numbers stay as simulation has them."""
    worded = [option for option in describe(game).options if len(option.values) > 1]
    for seats in game.seats:
        for values in product(*(option.values for option in worded)):
            chosen = {option.name: value for option, value in zip(worded, values, strict=True)}
            yield seats, msgspec.structs.replace(game.simulation, **chosen)


class Series(msgspec.Struct, frozen=True):
    """Random games that can be dealt again, one by one."""

    bridge: AnyBridge
    seats: int
    options: Any
    seed: int

    def lockstep(self, games: range) -> Compared:
        """Every step of these games: who acts, what is legal, the whole state, the outcome."""
        decisions = 0
        for number in games:
            try:
                decisions += self._side_by_side(number)
                self._at_full_speed(number)
            except AssertionError as apart:
                where = f"{self.bridge.game.name}, {self.seats} seats, {self.options}, seed {self.seed}"
                raise Apart(f"{where}, game {number}: {apart}") from apart
        return Compared(len(games), decisions)

    def _side_by_side(self, number: int) -> int:
        bridge, game = self.bridge, self.bridge.game
        chance = Stream(self.seed, number)
        state = game.deal(self.seats, self.options, chance)
        kernel = bridge.deal(self.seats, self.options, Stream(self.seed, number))
        choices = Stream(self.seed + 1, number)
        patience = 1 + choices.below(PATIENCE)  # a clock may run out at any time
        decisions = since_table = 0
        while True:
            self._agree(state, kernel, chance)
            if choices.below(_LOOK_CLOSER) == 0:
                self._imagines(state, pick(self._everybody(), choices), choices)
                again = bridge.kernel(state, kernel.stream.copy())
                assert bridge.state(again) == state, "a kernel made from the state is not that state"
            actor = self._next_actor(state, choices, late=since_table >= patience)
            if actor is None:
                return decisions
            since_table = 0 if actor is TABLE else since_table + 1
            actions = game.legal_actions(state, actor)
            at = choices.below(len(actions))
            code = kernel.legal(_number(actor))[at]
            assert bridge.code(kernel, actions[at]) == code, (code, actions[at])
            state, _ = play(game, state, actor, actions[at], chance)
            kernel.play(_number(actor), code)
            decisions += 1

    def _next_actor(self, state: Any, choices: Stream, *, late: bool) -> Actor | None:
        """Mostly a seat waited for; now and then one that may change its mind; the table when it is late."""
        game = self.bridge.game
        waiting = sorted(game.to_act(state))
        if (not waiting or late) and game.legal_actions(state, TABLE):
            return TABLE
        if not waiting:
            return None
        if choices.below(_CHANGE_OF_MIND) == 0:
            waiting = [seat for seat in self._everybody() if game.legal_actions(state, seat)]
        return pick(waiting, choices)

    def _agree(self, state: Any, kernel: Kernel, chance: Stream) -> None:
        bridge, game = self.bridge, self.bridge.game
        assert bridge.state(kernel) == state, (bridge.state(kernel), state)
        waiting = game.to_act(state)
        assert kernel.waiting() == sum(1 << seat for seat in waiting), (kernel.waiting(), waiting)
        assert bridge.outcome(kernel) == game.outcome(state)
        assert kernel.stream.copy().word() == chance.copy().word(), "chance was drawn differently"
        actors: tuple[Actor, ...] = (*self._everybody(), TABLE)
        for actor in actors:
            actions = list(game.legal_actions(state, actor))
            codes = kernel.legal(_number(actor))
            assert [bridge.action(kernel, code) for code in codes] == actions, (actor, codes, actions)

    def _imagines(self, state: Any, seat: Seat, chance: Stream) -> None:
        """What the kernel imagines for a seat looks to it as the truth does."""
        view = self.bridge.game.view(state, seat)
        imagined = self.bridge.imaginer(view).imagine(chance.copy())
        again = self.bridge.game.view(self.bridge.state(imagined), seat)
        assert again == view, (seat, again, view)

    def _at_full_speed(self, number: int) -> None:
        """A playout is the random game that `walk` plays with the same stream."""
        bridge = self.bridge
        chance = Stream(self.seed, number)
        state = bridge.game.deal(self.seats, self.options, chance)
        decisions = 0
        for step in walk(bridge.game, state, chance):
            state = step.after
            decisions += 1
        kernel = bridge.deal(self.seats, self.options, Stream(self.seed, number))
        assert kernel.playout() == decisions
        assert bridge.state(kernel) == state

    def _everybody(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(self.seats))


def _number(actor: Actor) -> int:
    return KERNEL_TABLE if isinstance(actor, Table) else int(actor)


def lockstep_part(name: str, seed: int, number: int) -> Compared:
    """Game `number` of a walk round every table of a game; for a process of its own."""
    bridge = bridge_of(name)
    tables = list(every_table(bridge.game))
    seats, options = tables[number % len(tables)]
    return Series(bridge, seats, options, seed).lockstep(range(number, number + 1))
