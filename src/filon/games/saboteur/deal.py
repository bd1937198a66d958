"""Set-up of a game and of each round, SAB-2."""

from filon.games.chance import shuffled
from filon.games.contract import Random, Seat, require_seats
from filon.games.saboteur.evolve import dealt_round
from filon.games.saboteur.model import Digging, Options, RoundDealt, State
from filon.games.saboteur.pieces import DECK, GOALS, GOLD, HAND, SEATS, Card, Face, role_pool


def deal(seats: int, options: Options, random: Random) -> State:
    """The first round, before its first card."""
    require_seats(seats, SEATS, "SAB-1.0")
    gold = shuffled(GOLD, random)
    starter = Seat(random.below(seats) if options.starter == "random" else 0)  # SAB-2.4
    return State(
        options=options,
        round=dealt_round(deal_round(1, starter, seats, random)),
        phase=Digging(starter),
        gold_deck=gold,
    )


def deal_round(number: int, starter: Seat, seats: int, random: Random) -> RoundDealt:
    *roles, set_aside = shuffled(role_pool(seats), random)
    goals = tuple(deal_face(card, random) for card in shuffled(GOALS, random))
    cards = shuffled(DECK, random)
    size = HAND[seats]
    dealt = size * seats
    return RoundDealt(
        number=number,
        starter=starter,
        roles=tuple(roles),
        set_aside=set_aside,
        goals=goals,
        hands=tuple(cards[at : at + size] for at in range(0, dealt, size)),
        pile=cards[dealt:],
    )


def deal_face(card: Card, random: Random) -> Face:
    """SAB-2.2: a stone lies in either of its two ways; the treasure looks the same in both."""
    return Face(card, turned=card is not Card.TREASURE and random.below(2) == 1)
