"""`filon_diamant_small`: the rules of `lab.diamant.small`, for methods that walk the whole tree.

All is known to all, but for choices still to be shown; so a player's information state is the cards turned up
and the choices shown since the start, and its own choice where that is still to be shown.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pyspiel

from filon.games.contract import Malformed, Seat
from filon.games.diamant.pieces import Card, card_name
from filon.lab.diamant import small
from filon.lab.diamant.encoding import GO_ON, LEAVE
from filon.lab.diamant.small import Rules
from filon.lab.openspiel.errors import (
    BadParameter,
    GameIsOver,
    NotLegal,
    NotWaitedFor,
    require_player,
    require_together,
)
from filon.lab.rewards import Rewards, require_rewards, rewards

EMPTY: Final = "empty"
"""All chests at the start; pyspiel cannot read back a text without letters."""
NAME: Final = "filon_diamant_small"
PARAMETERS: Final[dict[str, Any]] = {
    "players": 2,
    "rewards": "win",
    "simultaneous": True,
    "gems": "1;4;7",
    "hazards": 1,
    "copies": 2,
    "caves": 1,
    "chests": EMPTY,
}
_WORDS: Final = {GO_ON: "go", LEAVE: "leave"}


def rules_of(params: Mapping[str, Any]) -> Rules:
    players = params["players"]
    if players not in small.SEATS:
        raise BadParameter(
            "players", f"{players} players; there may be {small.SEATS[0]} to {small.SEATS[-1]}"
        )
    chests = (0,) * players if params["chests"] == EMPTY else _stones("chests", params["chests"])
    if len(chests) != players:
        raise BadParameter("chests", f"{len(chests)} chests for {players} players")
    try:
        rules = Rules(
            chests=chests,
            gems=_stones("gems", params["gems"]),
            hazards=params["hazards"],
            copies=params["copies"],
            caves=params["caves"],
        )
        small.require_rules(rules)
    except Malformed as wrong:
        raise BadParameter(wrong.field, wrong.reason) from None
    return rules


def _stones(name: str, text: str) -> tuple[int, ...]:
    """`1;4;7`; pyspiel takes commas for its own, and a lone number for no text, so that one is `5;`."""
    words = [word for word in text.split(";") if word]
    if not all(word.isdecimal() for word in words):
        raise BadParameter(name, f"{text!r} is not numbers of stones with ; between them")
    return tuple(int(word) for word in words)


class SmallDiamantGame(pyspiel.Game):
    def __init__(self, params: Mapping[str, Any]) -> None:
        params = {**PARAMETERS, **params}
        self.rules: Final = rules_of(params)
        self.cards: Final[tuple[Card, ...]] = tuple(dict.fromkeys(self.rules.deck))
        """A chance outcome is a card's place here."""
        self.turns: Final = self.rules.caves * len(self.rules.deck)
        """More cards are never turned up."""
        self.simultaneous: Final[bool] = params["simultaneous"]
        try:
            self.kind: Final[Rewards] = require_rewards(params["rewards"])
        except Malformed as wrong:
            raise BadParameter(wrong.field, wrong.reason) from None
        won = self.kind == "win"
        info = pyspiel.GameInfo(
            num_distinct_actions=2,
            max_chance_outcomes=len(self.cards),
            num_players=len(self.rules.chests),
            min_utility=0.0,
            max_utility=1.0 if won else float(small.most_stones(self.rules)),
            utility_sum=1.0 if won else None,
            max_game_length=self.turns * (1 if self.simultaneous else len(self.rules.chests)),
        )
        super().__init__(_type(constant_sum=won, simultaneous=self.simultaneous), info, params)

    def new_initial_state(self) -> "SmallDiamantState":
        return SmallDiamantState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SmallObserver":
        return SmallObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        return self.turns


class SmallDiamantState(pyspiel.State):
    """In turn, those inside choose in the order of their seats; nobody sees it before the last has chosen."""

    def __init__(self, game: SmallDiamantGame) -> None:
        super().__init__(game)
        self.law = small.start(game.rules)
        self.pending: tuple[int, ...] = ()
        """Choices that are still to be shown, of the first of those inside."""
        self.shown: tuple[tuple[int | None, ...], ...] = ()
        """A row for each card turned up: its place among the cards, and what each seat chose then."""

    def current_player(self) -> int:
        if small.is_over(self.law):
            return int(pyspiel.PlayerId.TERMINAL)
        if self.law.turning:
            return int(pyspiel.PlayerId.CHANCE)
        if self.get_game().simultaneous and len(self.law.inside) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return self.law.inside[len(self.pending)]

    def is_terminal(self) -> bool:
        return small.is_over(self.law)

    def returns(self) -> list[float]:
        if not small.is_over(self.law):
            return [0.0] * len(self.law.chests)
        return list(rewards(small.outcome(self.law), len(self.law.chests), self.get_game().kind))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        cards = small.cards_to_turn(self.law)
        if not cards:
            raise NotWaitedFor("nothing is to be drawn here: this is no chance node")
        places = self.get_game().cards
        return sorted((places.index(card), cases / len(self.law.pile)) for card, cases in cards)

    def resample_from_infostate(self, player: int, uniform: Any) -> "SmallDiamantState":
        """Only choices to be shown are unknown to a player: those of the others are drawn anew, evenly."""
        require_player(player, len(self.law.chests))
        if self.law.turning:
            raise NotWaitedFor("a chance node is nobody's information state: let chance decide first")
        twin: SmallDiamantState = self.clone()
        chosen = zip(self.law.inside, self.pending, strict=False)
        twin.pending = tuple([choice if seat == player else int(uniform() * 2) for seat, choice in chosen])
        return twin

    def own_pending(self, player: int) -> int | None:
        inside = self.law.inside
        at = inside.index(Seat(player)) if player in inside else len(inside)
        return self.pending[at] if at < len(self.pending) else None

    def __str__(self) -> str:
        law = self.law
        pending = " ".join(_WORDS[choice] for choice in self.pending)
        inside = f"inside {law.inside} with {law.loot}, {law.left} left"
        return f"{self._told()}\nchests {law.chests}, {inside}; {pending}"

    def memory(self, player: int | None) -> str:
        own = None if player is None else self.own_pending(player)
        return f"seat {player}: {self._told()}" + ("" if own is None else f" > {_WORDS[own]}")

    def observation(self, player: int | None) -> str:
        law = self.law
        own = None if player is None else self.own_pending(player)
        removed = len(self.get_game().rules.deck) - len(law.deck)
        return (
            f"seat {player}: cave {law.cave}, chests {law.chests}, inside {law.inside} with {law.loot}, "
            f"{law.left} left, pile {' '.join(map(card_name, law.pile))}, {removed} removed"
            + ("" if own is None else f" > {_WORDS[own]}")
        )

    def _told(self) -> str:
        cards = self.get_game().cards
        words = []
        for place, *choices in self.shown:
            words.append(card_name(cards[place]))
            words += [f"{seat}{_WORDS[choice]}" for seat, choice in enumerate(choices) if choice is not None]
        return " ".join(words)

    def _legal_actions(self, player: int) -> list[int]:
        return [GO_ON, LEAVE] if player in self.law.inside else []

    def _apply_action(self, action: int) -> None:
        if small.is_over(self.law):
            raise GameIsOver("the game is over; start from a new initial state")
        game = self.get_game()
        if self.law.turning:
            outcomes = [outcome for outcome, _ in self.chance_outcomes()]
            if action not in outcomes:
                raise NotLegal(action, "chance", outcomes)
            self.law = small.turned(game.rules, self.law, game.cards[action])
            self.shown = (*self.shown, (action, *(None for _ in self.law.chests)))
            return
        if game.simultaneous and len(self.law.inside) > 1:
            raise NotWaitedFor("several choose at once here: apply_actions takes an action of every player")
        self._choose((self.law.inside[len(self.pending)],), (action,))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Whatever stands for players who are not inside is passed over."""
        together = self.get_game().simultaneous
        require_together(self.current_player(), actions, len(self.law.chests), simultaneous=together)
        self._choose(self.law.inside, tuple(actions[seat] for seat in self.law.inside))

    def _choose(self, seats: Sequence[Seat], choices: tuple[int, ...]) -> None:
        for seat, choice in zip(seats, choices, strict=True):
            if choice not in _WORDS:
                raise NotLegal(choice, f"seat {seat}", [GO_ON, LEAVE])
        inside, pending = self.law.inside, (*self.pending, *choices)
        if len(pending) < len(inside):
            self.pending = pending
            return
        by_seat = dict(zip(inside, pending, strict=True))
        self.pending = ()
        card = self.shown[-1][0]
        row = (card, *(by_seat.get(Seat(seat)) for seat in range(len(self.law.chests))))
        self.shown = (*self.shown[:-1], row)
        leavers = [seat for seat in inside if by_seat[seat] == LEAVE]
        self.law = small.chosen(self.get_game().rules, self.law, leavers)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            cards = self.get_game().cards
            if not 0 <= action < len(cards):
                raise NotLegal(action, "chance", list(range(len(cards))))
            return card_name(cards[action])
        if action not in _WORDS:
            raise NotLegal(action, f"seat {player}", [GO_ON, LEAVE])
        return _WORDS[action]


class SmallObserver:
    """As text the memory or the position; as numbers either, laid out in docs/lab/openspiel.md."""

    def __init__(self, game: SmallDiamantGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no observation parameters; given were {', '.join(params)}")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a seat, or a spectator, sees all that is public and nobody else's secrets")
        self._private: Final = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall: Final = kind.perfect_recall
        self._cards: Final = game.cards
        seats = len(game.rules.chests)
        shapes: dict[str, tuple[int, ...]] = {"seat": (seats,), "own_choice": (2,)}
        if self._recall:
            shapes |= {"turned": (game.turns, len(game.cards)), "chosen": (game.turns, seats, 2)}
        else:
            shapes |= {"cave": (1,), "chests": (seats,), "inside": (seats,), "loot": (1,), "left": (1,)}
            shapes |= {"pile": (len(game.cards),), "deck": (len(game.cards),)}
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor: Final = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict: Final[dict[str, Any]] = {
            name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def set_from(self, state: SmallDiamantState, player: int) -> None:
        self.tensor.fill(0)
        part, law = self.dict, state.law
        if self._private:
            require_player(player, len(law.chests))
            part["seat"][player] = 1
            if (own := state.own_pending(player)) is not None:
                part["own_choice"][own] = 1
        if self._recall:
            for turn, (place, *choices) in enumerate(state.shown):
                part["turned"][turn, place] = 1
                for seat, choice in enumerate(choices):
                    if choice is not None:
                        part["chosen"][turn, seat, choice] = 1
            return
        part["cave"][:] = law.cave
        part["chests"][:] = law.chests
        part["inside"][list(law.inside)] = 1
        part["loot"][:] = law.loot
        part["left"][:] = law.left
        for place, card in enumerate(self._cards):
            part["pile"][place] = law.pile.count(card)
            part["deck"][place] = law.deck.count(card)

    def string_from(self, state: SmallDiamantState, player: int) -> str:
        seat = require_player(player, len(state.law.chests)) if self._private else None
        return state.memory(seat) if self._recall else state.observation(seat)


def _type(*, constant_sum: bool, simultaneous: bool) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=NAME,
        long_name="Filon: small Diamant",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM if constant_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=small.SEATS[-1],
        min_num_players=small.SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


def register() -> None:
    pyspiel.register_game(_type(constant_sum=True, simultaneous=True), SmallDiamantGame)
