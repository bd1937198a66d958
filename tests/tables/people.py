"""Random people at random tables: whatever they do, in words of the protocol."""

from typing import Any

import msgspec
from hypothesis import strategies as st

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.registry import GAMES
from filon.tables import AnyTable, Guest, commands
from filon.tables.model import Bank, Bot, Empty, Held, NoClock, PerDecision, Playing
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, Desk, act, settings

EVERYBODY = (ANNA, BEN, CLEO, DAN, EVE)
CLOCKS = (NoClock(), PerDecision(30), Bank(60, 2))


def some_settings() -> st.SearchStrategy[Any]:
    return st.builds(
        lambda game, seats, clock, watch, chat, undo, absence, late: settings(
            game=game,
            seats=max(GAMES[game].seats[0], min(seats, GAMES[game].seats[-1])),
            options=msgspec.to_builtins(GAMES[game].simulation),
            clock=clock,
            watch=watch,
            chat=chat,
            undo=undo,
            absence_s=absence,
            on_time_out=late,
        ),
        st.sampled_from(sorted(GAMES)),
        st.integers(2, 5),
        st.sampled_from(CLOCKS),
        st.sampled_from(("nobody", "public", "seat", "delayed")),
        st.sampled_from(("everybody", "players", "phrases", "nobody")),
        st.sampled_from(("agreed", "never")),
        st.sampled_from((None, 30)),
        st.sampled_from(("bot", "wait")),
    )


def seated(given: Any, people: int) -> Desk:
    """The first so many sit, bots fill the rest, and the game has begun."""
    desk = Desk(given).sit(*EVERYBODY[: min(people, given.seats)])
    desk.join(*(guest for guest in EVERYBODY if guest not in desk.table.people))
    desk.say(ANNA, commands.Start("random"))
    return desk


def legal_for(table: AnyTable, seat: int) -> list[Any]:
    if not isinstance(table.phase, Playing):
        return []
    return list(GAMES[table.settings.game].legal_actions(table.phase.state, Seat(seat)))


def any_command(table: AnyTable, sender: Guest, random: FastRandom) -> commands.AnyCommand:
    """Something this person might try, sensible or not."""
    below = random.below
    seat = below(len(table.chairs) + 1) - (below(20) == 0)
    other = EVERYBODY[below(len(EVERYBODY))]
    own = next((at for at, chair in enumerate(table.chairs) if chair_of(chair) == sender), 0)
    legal = legal_for(table, own)
    if legal and below(3):
        return act(legal[below(len(legal))], below(2) * table.sequence or None)
    choices: list[commands.AnyCommand] = [
        commands.Act(msgspec.Raw(b'{"type":"Choose","choice":"go_on"}'), below(200)),
        commands.Act(msgspec.Raw(b'{"type":"Nonsense"}')),
        commands.AddNonce(f"{below(1 << 32):032x}"),
        commands.AllowWatching(allowed=bool(below(2))),
        commands.AnswerUndo(agree=bool(below(4))),
        commands.AskUndo(),
        commands.ChangeSettings(msgspec.structs.replace(table.settings, seats=3 + below(3))),
        commands.ClearSeat(seat),
        commands.HandOverHosting(other),
        commands.Join(other.title()),
        commands.Leave() if below(5) == 0 else commands.TakeBack(),
        commands.LeaveSeat(),
        commands.Mute(other, muted=bool(below(2))),
        commands.Readmit(other),
        commands.Ready(ready=bool(below(2))),
        commands.Rematch(),
        commands.Remove(other) if below(5) == 0 else commands.Readmit(other),
        commands.RemoveMessage(below(table.sequence + 1)),
        commands.Rename(f"{sender.title()} {below(3)}"),
        commands.Say(f"word {below(9)}"),
        commands.SayPhrase(("hello", "wow", "what")[below(3)]),
        commands.SeatBot(seat, "random"),
        commands.Silence(other, silenced=bool(below(2))),
        commands.Start(("random", None)[below(2)]),
        commands.SwapSeats(max(0, seat)),
        commands.TakeSeat((max(0, seat), None)[below(2)]),
        commands.Arrive(),
        commands.Depart(),
        commands.HandSeat(other),
    ]
    return choices[below(len(choices))]


def chair_of(chair: Held | Bot | Empty) -> Guest | None:
    return chair.guest if isinstance(chair, Held) else None
