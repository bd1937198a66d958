"""The fold of what happens in a game: position, clocks, timers, what can be taken back, the end."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from filon.bots.pace import shown_ms
from filon.games.contract import CONTINUE, AnyGame, Outcome, Seat
from filon.tables import clocks, timers, undo
from filon.tables.chance import commitment_to, secret_of
from filon.tables.events import Played, Started
from filon.tables.model import (
    GAMES_KEPT,
    AnyPlaying,
    AnyTable,
    Bot,
    Chair,
    FinishedGame,
    Given,
    Guest,
    Held,
    Lobby,
    Over,
    Playing,
    Result,
    StandIn,
    UndoAsked,
)
from filon.tables.seating import game_of, seat_of


def playing_of(table: AnyTable) -> AnyPlaying:
    assert isinstance(table.phase, Playing)
    return table.phase


def started(table: AnyTable, event: Started[Any], sequence: int, at: int) -> AnyTable:
    game = game_of(table)
    phase = Playing(
        state=event.state,
        seed=event.seed,
        nonces=event.nonces,
        started=sequence,
        turns=clocks.opening_turns(game.to_act(event.state), sequence, at),
        banks=clocks.opening_banks(table.settings),
        timers=timers.rewound(game, table.settings, event.state, (), at),
        thought=clocks.opening_thought(table.settings),
        given=table.phase.given if isinstance(table.phase, Lobby) else None,
    )
    people = {
        guest: person if seat_of(table, guest) is not None else replace(person, hears_from=None)
        for guest, person in table.people.items()
    }
    return replace(
        table,
        phase=phase,
        people=people,
        sat=holders(table),
        revised=sequence,
        moved=sequence,
        seated=sequence,
    )


def holders(table: AnyTable) -> tuple[Guest, ...]:
    return tuple(chair.guest for chair in table.chairs if isinstance(chair, Held))


def played(table: AnyTable, event: Played[Any, Any], sequence: int, at: int) -> AnyTable:
    game = game_of(table)
    playing = playing_of(table)
    state = playing.state
    for happened in event.events:
        state = game.evolve(state, happened)
    to_act = game.to_act(state)
    if not to_act:
        outcome = game.outcome(state)
        if outcome is not None:
            return _over(table, playing, state, outcome, sequence=sequence, at=at)
    decided = _decided(game, playing, event, state, to_act)
    thought = clocks.next_thought(table, playing, decided, to_act, at)
    begins = at + shown_ms(game.name, event.events, table.settings.bot_pause_ms)
    phase = Playing(
        state,
        playing.seed,
        playing.nonces,
        playing.started,
        clocks.next_turns(playing, thought, decided, to_act, sequence=sequence, at=begins),
        clocks.next_banks(table, playing, event.seat, thought),
        timers.rewound(game, table.settings, state, playing.timers, at),
        undo.remembered(table, playing, game, event, sequence),
        None,
        thought,
        playing.moves + 1,
        playing.given if playing.given is None else _left_to_deal(playing.given, event),
    )
    if playing.undo is not None:  # the request lapses when play goes on
        return replace(table, phase=phase, moved=sequence, revised=sequence)
    return replace(table, phase=phase, moved=sequence)


def _left_to_deal(given: Given, event: Played[Any, Any]) -> Given:
    """Each round takes its part."""
    goes_on = event.seat is None and event.action == CONTINUE
    return replace(given, parts=given.parts[1:]) if goes_on else given


def _decided(
    game: AnyGame, playing: AnyPlaying, event: Played[Any, Any], state: Any, to_act: frozenset[Seat]
) -> Collection[int]:
    """Seats whose decision is over: who acted, and everybody whom that left nothing of what they could do.

    Who calls in Out of Mine! ends the round for all: the others choose a face now, with a time of its own.
    """
    actor = () if event.seat is None else (event.seat,)
    if len(event.events) == 1:
        return actor
    waiting = [seat for seat in to_act if seat in playing.turns and seat != event.seat]
    return {
        *actor,
        *(
            seat
            for seat in waiting
            if frozenset(game.legal_actions(playing.state, seat)).isdisjoint(game.legal_actions(state, seat))
        ),
    }


def _over(
    table: AnyTable, playing: AnyPlaying, state: Any, outcome: Outcome, *, sequence: int, at: int
) -> AnyTable:
    secret = secret_of(table.root, table.game_number)
    result = Result(
        game=table.game_number,
        outcome=outcome,
        commitment=commitment_to(secret),
        secret=secret.hex(),
        nonces=playing.nonces,
        seed=playing.seed.hex(),
    )
    over = Over(state, result, playing.started)
    finished = FinishedGame(
        game=table.game_number,
        first=playing.started,
        last=sequence,
        at=at,
        watch=table.settings.watch,
        delay_s=table.settings.delay_s,
        options=table.settings.options,
        outcome=outcome,
        sat=tuple(dict.fromkeys((*table.sat, *holders(table)))),
        names=tuple(
            table.people[chair.guest].name if isinstance(chair, Held) else "" for chair in table.chairs
        ),
        bots=tuple(chair.level if isinstance(chair, Bot) else "" for chair in table.chairs),
        seats=tuple(chair.guest if isinstance(chair, Held) else None for chair in table.chairs),
        given=playing.given is not None,
    )
    return replace(
        table,
        phase=over,
        chairs=_without_stand_ins(table),
        finished=(*table.finished[1 - GAMES_KEPT :], finished),
        moved=sequence,
        revised=sequence,
    )


def _without_stand_ins(table: AnyTable) -> tuple[Chair, ...]:
    return tuple(
        replace(chair, stand_in=None) if isinstance(chair, Held) else chair for chair in table.chairs
    )


def undone(table: AnyTable, to: int, sequence: int, at: int) -> AnyTable:
    game: AnyGame = game_of(table)
    playing = playing_of(table)
    point = next(point for point in playing.history if point.sequence == to)
    phase = replace(
        clocks.returned(table, playing, point, game.to_act(point.state), sequence=sequence, at=at),
        state=point.state,
        timers=timers.rewound(game, table.settings, point.state, playing.timers, at),
        history=tuple(point for point in playing.history if point.sequence < to),
        undo=None,
    )
    return replace(table, phase=phase, moved=sequence, revised=sequence)


def undo_requested(table: AnyTable, seat: int, to: int, sequence: int) -> AnyTable:
    phase = replace(playing_of(table), undo=UndoAsked(seat, to, (seat,)))
    return replace(table, phase=phase, revised=sequence)


def undo_agreed(table: AnyTable, seat: int, sequence: int) -> AnyTable:
    playing = playing_of(table)
    assert playing.undo is not None
    asked = replace(playing.undo, agreed=(*playing.undo.agreed, seat))
    return replace(table, phase=replace(playing, undo=asked), revised=sequence)


def undo_declined(table: AnyTable, sequence: int) -> AnyTable:
    """Nobody is asked twice for the same thing."""
    phase = replace(playing_of(table), undo=None, history=())
    return replace(table, phase=phase, revised=sequence, moved=sequence)


def taken_over(table: AnyTable, seat: int, stand_in: StandIn, sequence: int, at: int) -> AnyTable:
    phase = clocks.stopped(table, playing_of(table), seat, at)
    chair = table.chairs[seat]
    assert isinstance(chair, Held)
    chairs = with_chair(table, seat, replace(chair, stand_in=stand_in))
    return replace(table, phase=phase, chairs=chairs, revised=sequence, moved=sequence)


def handed_back(table: AnyTable, seat: int, sequence: int, at: int) -> AnyTable:
    phase = clocks.resumed(table, playing_of(table), seat, at)
    chair = table.chairs[seat]
    assert isinstance(chair, Held)
    chairs = with_chair(table, seat, replace(chair, stand_in=None))
    return replace(table, phase=phase, chairs=chairs, revised=sequence, moved=sequence)


def rematch_offered(table: AnyTable, number: int, sequence: int) -> AnyTable:
    assert isinstance(table.phase, Over)
    lobby = Lobby(
        last=table.phase.result, last_sequence=table.sequence, last_at=table.at, ready=(table.host,)
    )
    return _in_the_lobby(table, lobby, number, sequence)


def abandoned(table: AnyTable, number: int, sequence: int) -> AnyTable:
    """The secrets of a game without an end stay secret."""
    table = replace(table, chairs=_without_stand_ins(table))
    return _in_the_lobby(table, Lobby(ready=(table.host,), abandoned=True), number, sequence)


def _in_the_lobby(table: AnyTable, phase: Lobby, number: int, sequence: int) -> AnyTable:
    people = {
        guest: replace(person, hears_from=sequence) if person.hears_from is None else person
        for guest, person in table.people.items()
    }
    return replace(
        table,
        phase=phase,
        people=people,
        game_number=number,
        revised=sequence,
        moved=sequence,
        seated=sequence,
    )


def with_chair(table: AnyTable, seat: int, chair: Any) -> tuple[Any, ...]:
    return (*table.chairs[:seat], chair, *table.chairs[seat + 1 :])
