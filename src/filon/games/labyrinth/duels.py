"""Duels, in the order of LAB-5."""

from filon.games.chance import pick
from filon.games.contract import Random, Seat
from filon.games.labyrinth.course import Course, finish_turn, go_on, is_full, take, win
from filon.games.labyrinth.model import (
    CardsHandedOver,
    Challenge,
    Challenged,
    Duel,
    DuelWon,
    ForCards,
    ForSecret,
    PawnPlaced,
    Place,
    Placing,
    SecretContested,
    Threw,
    ThrowsShown,
)
from filon.games.labyrinth.pieces import BEATS, DIE, Stake, Thing, of_kind


def challenge(course: Course, seat: Seat, action: Challenge, random: Random) -> None:
    """LAB-5.2: the kind is named before the die is thrown."""
    cards = 1 if action.stake is Stake.ONE else pick(DIE, random)
    course.happen(Challenged(seat, action.opponent, action.kind, action.stake, cards))


def throw(course: Course, seat: Seat, thing: Thing) -> None:
    """LAB-5.3: secret until both are in; equal throws are played again."""
    course.happen(Threw(seat, thing))
    duel = course.state.phase
    assert isinstance(duel, Duel), "a throw alone ends no duel"
    throws = duel.throws
    if len(throws) < 2:
        return
    course.happen(ThrowsShown(dict(sorted(throws.items()))))
    one, other = duel.duellists
    if throws[one] is throws[other]:
        return
    winner, loser = (one, other) if BEATS[throws[one]] is throws[other] else (other, one)
    course.happen(DuelWon(winner, loser))
    if isinstance(duel.prize, ForCards):
        _hand_over(course, winner, loser, duel.prize)
    elif not duel.prize.waiting:
        take(course, winner)  # LAB-6.1: perhaps the last card of a set, before the loser is placed


def _hand_over(course: Course, winner: Seat, loser: Seat, prize: ForCards) -> None:
    """LAB-5.4: as many as the stake, or as many as there are; which of a kind is all the same."""
    state = course.state
    cards = of_kind(state.hands[loser], prize.kind)[: prize.cards]
    full = is_full(state, (*state.hands[winner], *cards))
    course.happen(
        CardsHandedOver(
            loser=loser,
            winner=winner,
            kind=prize.kind,
            cards=cards,
            count=len(cards),
            face_up=state.options.memory == "off",
            complete=winner if full else None,
        )
    )
    if full:
        win(course, winner)


def place(course: Course, action: Place) -> None:
    """LAB-5.5; then the next duel for a secret that three stood on, or the turn goes on where it was."""
    placing = course.state.phase
    assert isinstance(placing, Placing), "only then is placing legal"
    course.happen(PawnPlaced(placing.winner, placing.loser, action.to))
    match placing.prize:
        case ForSecret(waiting=(third, *others)):
            course.happen(SecretContested((placing.winner, third), tuple(others)))
        case _ if course.state.turned_up:
            finish_turn(course)
        case _:
            go_on(course)
