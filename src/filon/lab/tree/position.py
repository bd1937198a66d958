"""A game as a tree: a position never changes, the `after_...` give the next one.

Between a decision and the next there may be chance nodes: what was decided waits in `queue` until all it
needs is drawn. The table's own actions (an intermission's end, a clock) wait there like any other; they come
as in `lab.episode`, the clock's after `PATIENCE` decisions.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from filon.games.contract import CONTINUE, TABLE, AnyGame, Outcome, Random, Seat
from filon.lab.encoding import Encoding
from filon.lab.tree.chance import Chance, Decision, Drawing, Played, Resolved
from filon.lab.tree.traits import Traits
from filon.lab.walk import PATIENCE

_encode: Final = msgspec.json.Encoder().encode
_pack: Final = msgspec.msgpack.Encoder().encode


class Setting:
    """What stays the same for a whole game; a pickle holds `made_by`, a function and its arguments."""

    def __init__(
        self, encoding: Encoding, traits: Traits, *, simultaneous: bool, made_by: tuple[Any, ...]
    ) -> None:
        self.encoding: Final = encoding
        self.game: Final[AnyGame] = encoding.game
        self.seats: Final = encoding.seats
        self.simultaneous: Final = simultaneous
        self.traits: Final = traits
        self.drawing: Final[Drawing] = traits.drawing(encoding.game, encoding.seats, encoding.options)
        self.read_state: Final = msgspec.msgpack.Decoder(self.game.state_type).decode
        self.read_event: Final = msgspec.msgpack.Decoder(self.game.event_type).decode
        self.read_action: Final = msgspec.msgpack.Decoder(self.game.action_type).decode
        self._made_by = made_by

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickled position is not to carry a whole game's rules along."""
        return self._made_by


class Decided(msgspec.Struct, frozen=True, gc=False):
    """Remembered by who decided, and by nobody else."""

    seat: Seat
    action: Any


class Position(msgspec.Struct, frozen=True, dict=True):
    """Frozen, so that clones share it."""

    setting: Setting
    state: Any
    """The law's; None before the deal."""
    queue: tuple[Decision, ...]
    """Decisions to be played one after another, each in the state that it then finds."""
    drawn: tuple[int, ...]
    """The outcomes drawn for the first of the queue."""
    past: tuple[Any, ...]
    """Events, whole, and what was Decided, since the deal."""
    last: int
    """Who decided last, -1 before anybody did."""
    since_table: int
    own: tuple[tuple[int, ...], ...]
    """By seat, the indices of its own actions, the latest last."""
    remembered: dict[Seat | None, tuple[int, str]]
    """By seat, how much of the past this text tells. It grows as it is asked for; None is a spectator."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """By the codec: msgspec leaves out a default that is that very object, which pickle does not keep."""
        queue = [(each.actor, None if each.action is None else _pack(each.action)) for each in self.queue]
        past = [
            (each.seat, _pack(each.action)) if isinstance(each, Decided) else (None, _pack(each))
            for each in self.past
        ]
        state = None if self.state is None else _pack(self.state)
        rest = (self.drawn, self.last, self.since_table, self.own, self.remembered)
        return _unpacked, (self.setting, state, queue, past, rest)

    @property
    def chance(self) -> Chance | None:
        """What is to be drawn now, at a chance node."""
        resolved = self.resolved
        return resolved if isinstance(resolved, Chance) else None

    @property
    def outcome(self) -> Outcome | None:
        return None if self.queue else self.setting.game.outcome(self.state)

    @cached_property
    def waiting(self) -> tuple[Seat, ...]:
        """Whoever has to decide now: one seat, or all those that choose together."""
        seats = () if self.queue else self.setting.game.to_act(self.state)
        if self.setting.simultaneous and seats and self.setting.traits.simultaneous(self.state):
            return tuple(sorted(seats))
        return tuple(sorted(seats, key=self._turns_away))[:1]

    @cached_property
    def choices(self) -> Mapping[Seat, Mapping[int, Any]]:
        """By seat waited for, the legal actions by their indices, ascending."""
        found = {}
        for seat in self.waiting:
            legal = self.setting.game.legal_actions(self.state, seat)
            indices = self.setting.encoding.indices(seat, legal)
            found[seat] = dict(sorted(zip(indices, legal, strict=True)))
        return found

    def after_chance(self, outcome: int) -> "Position":
        return settled(replace(self, drawn=(*self.drawn, outcome)))

    def after(self, chosen: Mapping[Seat, int]) -> "Position":
        """An index, known to be legal, of every seat that is waited for."""
        own = list(self.own)
        decisions, decided = [], []
        for seat, index in chosen.items():
            action = self.choices[seat][index]
            own[seat] = (*own[seat], index)
            decided.append(Decided(seat, action))
            decisions.append(Decision(actor=seat, action=action))
        return settled(
            replace(
                self,
                queue=tuple(decisions),
                past=(*self.past, *decided),
                last=decided[-1].seat,
                since_table=self.since_table + len(decided),
                own=tuple(own),
                remembered=dict(self.remembered),
            )
        )

    def view(self, seat: Seat | None) -> Any:
        """None before the deal."""
        return None if self.state is None else self.setting.game.view(self.state, seat)

    def observation(self, seat: Seat | None) -> str:
        return "" if self.state is None else _encode(self.view(seat)).decode()

    @cached_property
    def picture(self) -> str:
        """All that lies on the table, and nothing hidden; OpenSpiel asks for it at every turn."""
        game = self.setting.game
        return "" if self.state is None else game.draw(game.reveal(self.state, None))

    def memory(self, seat: Seat | None) -> str:
        """All that the seat was told since the deal and what it did itself, line by line: perfect recall.

        What it saw when the cards were dealt stands first, as its view. Before the deal there is nothing.
        """
        told, text = self.remembered.get(seat, (0, ""))
        if told < len(self.past):
            game = self.setting.game
            lines = [text]
            for entry in self.past[told:]:
                if not isinstance(entry, Decided):
                    lines.append(_encode(game.redact(entry, seat)).decode())
                elif entry.seat == seat:
                    lines.append(f"> {game.write(entry.action)}")
            text = "\n".join(lines)
            self.remembered[seat] = (len(self.past), text)
        return text

    def resampled(self, seat: Seat, random: Random) -> "Position":
        """One that the seat cannot tell from this one.

        It remembers what it did. The others remember what everybody was told, and then see what they would in
        the imagined state: what they really were told says what this seat may not know.
        """
        game = self.setting.game
        view = self.view(seat)
        told = tuple(game.redact(entry, seat) for entry in self.past if not isinstance(entry, Decided))
        state = game.imagine(view, random)
        if self.setting.traits.recalled is not None:
            state = self.setting.traits.recalled(state, view, told, random)
        public = self.memory(None)
        remembered = {None: (len(told), public), seat: (len(told), self.memory(seat))}
        for other in _all(self.setting.seats):
            if other != seat:
                remembered[other] = (len(told), f"{public}\n{_encode(game.view(state, other)).decode()}")
        own = tuple(indices if owner == seat else () for owner, indices in enumerate(self.own))
        return replace(self, state=state, past=told, own=own, remembered=remembered)

    def _turns_away(self, seat: Seat) -> int:
        """How long after who decided last it is the seat's turn, clockwise, where several may act."""
        return (seat - self.last - 1) % self.setting.seats

    @cached_property
    def resolved(self) -> Resolved | None:
        if not self.queue:
            return None
        decision = self.queue[0]
        return self.setting.drawing.resolve(replace(decision, state=self.state), self.drawn, self.past)


def _unpacked(setting: Setting, state: bytes | None, queue: Any, past: Any, rest: Any) -> Position:
    drawn, last, since_table, own, remembered = rest
    return Position(
        setting=setting,
        state=None if state is None else setting.read_state(state),
        queue=tuple(
            Decision(actor=actor, action=None if action is None else setting.read_action(action))
            for actor, action in queue
        ),
        drawn=drawn,
        past=tuple(
            setting.read_event(entry) if seat is None else Decided(seat, setting.read_action(entry))
            for seat, entry in past
        ),
        last=last,
        since_table=since_table,
        own=own,
        remembered=remembered,
    )


def start(setting: Setting) -> Position:
    """Before the deal."""
    return settled(
        Position(
            setting=setting,
            state=None,
            queue=(Decision(),),
            drawn=(),
            past=(),
            last=-1,
            since_table=0,
            own=((),) * setting.seats,
            remembered={},
        )
    )


def settled(position: Position) -> Position:
    """On to where something is to be drawn or decided, or all is over."""
    while True:
        resolved = position.resolved
        if isinstance(resolved, Chance):
            return position
        if isinstance(resolved, Played):
            position = _played(position, resolved)
        elif (decision := _by_the_table(position)) is None:
            return position
        else:
            position = replace(position, queue=(decision,))


def _played(position: Position, played: Played) -> Position:
    if position.state is None:
        game, seats = position.setting.game, position.setting.seats
        views = zip((None, *_all(seats)), game.views(played.state, (None, *_all(seats))), strict=True)
        remembered: dict[Seat | None, tuple[int, str]] = {
            seat: (0, _encode(view).decode()) for seat, view in views
        }
    else:
        remembered = dict(position.remembered)
    actor, action = position.queue[0].actor, position.queue[0].action
    by_the_clock = actor is TABLE and action != CONTINUE
    return replace(
        position,
        state=played.state,
        queue=position.queue[1:],
        drawn=(),
        past=(*position.past, *played.events),
        since_table=0 if by_the_clock else position.since_table,
        remembered=remembered,
    )


def _by_the_table(position: Position) -> Decision | None:
    game, state = position.setting.game, position.state
    if game.to_act(state) and position.since_table < PATIENCE:
        return None
    actions = game.legal_actions(state, TABLE)
    return Decision(actor=TABLE, action=actions[0]) if actions else None


def _all(seats: int) -> Sequence[Seat]:
    return [Seat(seat) for seat in range(seats)]
