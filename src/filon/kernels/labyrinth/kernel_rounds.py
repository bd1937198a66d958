"""A round played out among three or four: my turn as planned, everybody's answer, my turn after that.

The others play as the normal level does, nearly: they take what they can reach, challenge by the cards there
are, and otherwise walk to where the secret is near. Where somebody stands on the sought square they duel for
the card (LAB-5.6), and each duel is even: standing there is worth a part of it. In the end everybody has what
the cards are worth.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from filon.kernels.labyrinth.kernel import LabyrinthKernel
from filon.kernels.labyrinth.kernel_castle import CENTRE, CORRIDOR, HALL_OF, SQUARE_OF, Standing
from filon.kernels.labyrinth.kernel_choices import CHALLENGE, END, FETCH, MOVE, PLACE, STAY, THROW
from filon.kernels.labyrinth.kernel_position import (
    ANIMAL_TURNED,
    ARRIVED,
    CROWD,
    DUEL,
    FETCHED,
    FINISHED,
    FIRST_ANIMAL,
    FIRST_CHANGE,
    MOVING,
    NONE,
    ONES,
    PLACING,
    SET,
    largest_set,
    shuffle,
)
from filon.kernels.labyrinth.kernel_shares import Shares, handed
from filon.kernels.labyrinth.kernel_ways import NOWHERE, Ways, castle, number_of
from filon.kernels.stream import Stream

ANIMAL: Final = 0.04
"""What an animal adds to the chance to win: some day it swaps a card for two."""
TRAPPED: Final = 0.75
"""How often a duel's loser can do nothing in the next turn."""
_TAKE: Final = 3.0
"""What the sought card is worth to the others, who judge as the normal level does."""
_TEMPTED: Final = 0.1
"""What a challenge must promise the others before they leave their way for it."""
_NOTHING: Final = -9.0
"""Less than any challenge is worth: nobody has to, or neither has a card to lose."""
_TRIES: Final[i64] = 4
"""How many places are looked at for one that is near the secret, or far from it."""


def _worth(cards: i64, goal: i64) -> float:
    share: float = float(cards) / float(goal)
    return share * share + (5.0 if cards >= goal else 0.0)


def _promise(mine: i64, theirs: i64, stake: i64, goal: i64) -> float:
    won: i64 = min(stake, theirs)
    lost: i64 = min(stake, mine)
    gained: float = _worth(mine + won, goal) - _worth(theirs - won, goal)
    spared: float = _worth(mine - lost, goal) - _worth(theirs + lost, goal)
    return (gained + spared) / 2 - _worth(mine, goal) + _worth(theirs, goal)


@mypyc_attr(allow_interpreted_subclasses=False)
class Rounds:
    """`me` is the seat whose chance is asked for."""

    def __init__(self, ways: Ways, shares: Shares, me: i64) -> None:
        self.ways: Ways = ways
        self.shares: Shares = shares
        self.me: i64 = me
        self.turns: i64 = 1
        """To the end of which turn of mine after this one rounds are played out."""
        self.closing: i64 = 0
        """So many turns before the limit of LAB-6.2 the largest set begins to count, and more and more."""
        self._promises: list[float] = []
        """By cards of mine, of theirs, and stake: what a challenge promises who judges as normal does."""
        self._terms: i64 = 0
        self._promised: float = 0.0
        mine: i64 = 0
        goal: i64 = shares.goal
        while mine < 8:
            theirs: i64 = 0
            while theirs < 8:
                dice: float = _promise(mine, theirs, 2, goal) + _promise(mine, theirs, 3, goal)
                self._promises.append(_promise(mine, theirs, 1, goal))
                self._promises.append((dice + _promise(mine, theirs, 4, goal)) / 3)
                theirs += 1
            mine += 1

    def played(self, world: LabyrinthKernel, plan: list[i64], seed: i64, first: i64, last: i64) -> float:
        """My chances after `plan`, added up over the rounds of these numbers; the same chance for every plan.

        A plan is a rotation, or NOWHERE to leave it as it is, and then actions of mine, if any.
        """
        total: float = 0.0
        number: i64 = first
        while number < last:
            kernel = world.copy(Stream(seed, number))
            shuffle(kernel.pile, kernel.stream)
            until: i64 = kernel.turn + kernel.seats * self.turns
            if plan[0] != NOWHERE:
                self._turn(kernel, plan[0])
            at: i64 = 1
            while at < len(plan) and kernel.phase != FINISHED:
                kernel.play(self.me, plan[at])
                at += 1
            while kernel.phase != FINISHED and kernel.turn <= until:
                self._step(kernel)
            total += self.share(kernel)
            number += 1
        return total

    def share(self, kernel: LabyrinthKernel) -> float:
        """Mine, of what the game is worth as it stands."""
        if kernel.phase == FINISHED:
            return float(kernel.one >> self.me & 1) / float(i64(ONES[kernel.one]))
        left: i64 = kernel.turn_limit - kernel.turn
        if kernel.turn_limit == 0 or left >= self.closing:
            return self._by_cards(kernel)
        part: float = float(left) / float(self.closing)
        return part * self._by_cards(kernel) + (1.0 - part) * self._by_largest_set(kernel)

    def _by_largest_set(self, kernel: LabyrinthKernel) -> float:
        """As if the game ended now, LAB-6.2."""
        own: i64 = largest_set(kernel.hand(self.me))
        equal: i64 = 0
        seat: i64 = 0
        while seat < kernel.seats:
            largest: i64 = largest_set(kernel.hand(seat))
            if largest > own:
                return 0.0
            if largest == own:
                equal += 1
            seat += 1
        return 1.0 / float(equal)

    def _by_cards(self, kernel: LabyrinthKernel) -> float:
        player: i64 = (self.me + kernel.seats - kernel.on_turn) % kernel.seats
        bare: float = self.shares.at_start(self._code(kernel, 0), self._code(kernel, 7), player)
        if kernel.all_found():
            return bare
        animals: i64 = 0
        seat: i64 = 0
        while seat < kernel.seats:
            animals += ONES[kernel.hand(seat) >> FIRST_ANIMAL]
            seat += 1
        own: i64 = ONES[kernel.hand(self.me) >> FIRST_ANIMAL]
        return bare + ANIMAL * (float(own) - float(animals) / float(kernel.seats))

    def _code(self, kernel: LabyrinthKernel, shift: i64) -> i64:
        """Who has how many of a kind, counted from who is on turn."""
        code: i64 = 0
        player: i64 = 0
        while player < kernel.seats:
            hand: i64 = kernel.hand((kernel.on_turn + player) % kernel.seats)
            code |= i64(ONES[hand >> shift & SET]) << 3 * player
            player += 1
        return code

    def _turn(self, kernel: LabyrinthKernel, rotation: i64) -> None:
        kernel.outer = rotation // (CENTRE * CORRIDOR)
        kernel.inner = rotation // CENTRE % CORRIDOR
        kernel.centre = rotation % CENTRE
        kernel.phase = MOVING

    def _step(self, kernel: LabyrinthKernel) -> None:
        phase: i64 = kernel.phase
        if phase == FIRST_CHANGE:
            self._walk(kernel)
        elif phase == ARRIVED or (phase == FETCHED and kernel.one == kernel.on_turn):
            self._settle(kernel)
        elif phase == FETCHED:
            kernel.play(kernel.one, END)
        elif phase == DUEL:
            kernel.play(kernel.one, THROW)
            kernel.play(kernel.other, THROW + 1 + kernel.stream.below(2))
        elif phase == PLACING:
            self._send_away(kernel)
        elif phase == ANIMAL_TURNED:
            kernel.play(kernel.one, FETCH)
        else:
            kernel.play(kernel.on_turn, STAY)

    def _walk(self, kernel: LabyrinthKernel) -> None:
        """A whole turn up to its walk."""
        seat: i64 = kernel.on_turn
        rotation: i64 = number_of(kernel.outer, kernel.inner, kernel.centre)
        own: i64 = kernel.pawn(seat)
        hall: i64 = HALL_OF[own]
        reach: i64 = self.ways.reach(rotation, hall)
        goal: i64 = NONE
        secret: i64 = NONE
        if kernel.sought != NONE:
            secret = SQUARE_OF[kernel.sought]
            if reach >> i64(HALL_OF[secret]) & 1:
                goal = secret
        taking: float = 0.0
        if seat == self.me:
            taking = self._when_taken(kernel) if goal != NONE else self._when_idle(kernel)
        elif goal != NONE:
            taking = _TAKE * self._odds(kernel)
        else:
            taking = _TEMPTED if kernel.sought != NONE else _NOTHING
        other: i64 = 0
        while other < kernel.seats:
            square: i64 = kernel.pawn(other)
            if square not in (own, secret) and reach >> i64(HALL_OF[square]) & 1:
                self._weigh(kernel, other)
                if self._promised > taking:
                    taking = self._promised
                    goal = square
            other += 1
        if goal == NONE:
            self._wander(kernel, rotation)
            return
        ends = self.ways.ends(rotation)
        count: i64 = len(ends)
        at: i64 = kernel.stream.below(count)
        target: i64 = HALL_OF[goal]
        while not castle(ends[at]).reach[hall] >> target & 1:
            at = at + 1 if at + 1 < count else 0
        self._turn(kernel, ends[at])
        kernel.play(seat, STAY if goal == own else MOVE + goal)

    def _wander(self, kernel: LabyrinthKernel, rotation: i64) -> None:
        """Somewhere, and rather to where the next turn leads to the secret."""
        ends = self.ways.ends(rotation)
        own: i64 = kernel.pawn(kernel.on_turn)
        end: i64 = rotation
        to: i64 = own
        tries: i64 = 0
        while tries < _TRIES:
            end = ends[kernel.stream.below(len(ends))]
            halls: Standing = castle(end)
            to = halls.order[i64(halls.first[own]) + kernel.stream.below(halls.size[own])]
            if kernel.sought == NONE:
                break
            if self.ways.reach(end, HALL_OF[to]) >> i64(HALL_OF[SQUARE_OF[kernel.sought]]) & 1:
                break
            tries += 1
        self._turn(kernel, end)
        kernel.play(kernel.on_turn, STAY if to == own else MOVE + to)

    def _settle(self, kernel: LabyrinthKernel) -> None:
        """A challenge if it pays; once all is found, anyhow, LAB-3.7."""
        best: float = 0.02
        if kernel.on_turn == self.me:
            best = self._when_idle(kernel)
        if kernel.sought == NONE and len(kernel.pile) == 0:
            best = _NOTHING
        action: i64 = END
        seat: i64 = 0
        while seat < kernel.seats:
            if kernel.meets >> seat & 1:
                self._weigh(kernel, seat)
                if self._promised > best:
                    best = self._promised
                    action = self._terms
            seat += 1
        kernel.play(kernel.on_turn, action)

    def _weigh(self, kernel: LabyrinthKernel, other: i64) -> None:
        """What a challenge promises who is on turn, and the best terms."""
        self._promised = _NOTHING
        kind: i64 = 0
        while kind < 2:
            mine: i64 = ONES[kernel.hand(kernel.on_turn) >> 7 * kind & SET]
            theirs: i64 = ONES[kernel.hand(other) >> 7 * kind & SET]
            stake: i64 = 0
            while stake < 2 and mine + theirs > 0:
                promise: float = 0.0
                if kernel.on_turn == self.me:
                    promise = self._fought(kernel, other, kind, stake)
                else:
                    promise = self._promises[(mine * 8 + theirs) * 2 + stake]
                if promise > self._promised:
                    self._promised = promise
                    self._terms = CHALLENGE + 4 * other + 2 * kind + stake
                stake += 1
            kind += 1

    def _fought(self, kernel: LabyrinthKernel, other: i64, kind: i64, stake: i64) -> float:
        """My chance after my challenge, which is even; a loser who is next has no turn."""
        if stake == 0:
            return self._fought_for(kernel, other, kind, 1)
        two: float = self._fought_for(kernel, other, kind, 2)
        return (two + self._fought_for(kernel, other, kind, 3) + self._fought_for(kernel, other, kind, 4)) / 3

    def _fought_for(self, kernel: LabyrinthKernel, other: i64, kind: i64, stake: i64) -> float:
        treasures: i64 = self._code(kernel, 0)
        gnomes: i64 = self._code(kernel, 7)
        player: i64 = (other + kernel.seats - kernel.on_turn) % kernel.seats
        kept: i64 = gnomes if kind == 0 else treasures
        named: i64 = treasures if kind == 0 else gnomes
        won: i64 = handed(named, player, 0, stake)
        lost: i64 = handed(named, 0, player, stake)
        better: float = self.shares.at_end(won, kept, 0)
        if player == 1:
            better += TRAPPED * (self.shares.at_second_end(won, kept, 0) - better)
        return (better + self.shares.at_end(lost, kept, 0)) / 2

    def _when_idle(self, kernel: LabyrinthKernel) -> float:
        return self.shares.at_end(self._code(kernel, 0), self._code(kernel, 7), 0)

    def _rivals(self, kernel: LabyrinthKernel) -> i64:
        """A bit for each other seat on the sought secret's square; none if who is on turn can simply stay."""
        square: i64 = SQUARE_OF[kernel.sought]
        return 0 if kernel.pawn(kernel.on_turn) == square else kernel.standing_on(square)

    def _odds(self, kernel: LabyrinthKernel) -> float:
        """Of who is on turn, who comes to the sought secret: first in the order of LAB-5.6."""
        rivals: i64 = ONES[self._rivals(kernel)]
        if rivals == 0:
            return 1.0
        return 0.5 if rivals == 1 else 0.25 if rivals + 1 < CROWD else 0.0

    def _when_taken(self, kernel: LabyrinthKernel) -> float:
        """My chance once I have come to the sought secret, LAB-3.5, LAB-5.6."""
        rivals: i64 = self._rivals(kernel)
        count: i64 = ONES[rivals]
        if count + 1 >= CROWD:
            return self._when_idle(kernel)
        left: float = 1.0 - self._odds(kernel)
        total: float = (1.0 - left) * self._given(kernel, 0, rivals)
        player: i64 = 1
        while player < kernel.seats:
            if rivals >> (kernel.on_turn + player) % kernel.seats & 1:
                count -= 1
                odds: float = left if count == 0 else 0.25
                total += odds * self._given(kernel, player, rivals)
                left -= odds
            player += 1
        return total

    def _given(self, kernel: LabyrinthKernel, player: i64, rivals: i64) -> float:
        """My chance if that player, counted from me, has the sought card; a loser who is next has no turn."""
        treasures: i64 = self._code(kernel, 0)
        gnomes: i64 = self._code(kernel, 7)
        more: float = 0.0
        if kernel.sought < 7:
            treasures += 1 << 3 * player
        elif kernel.sought < FIRST_ANIMAL:
            gnomes += 1 << 3 * player
        else:
            more = (ANIMAL if player == 0 else 0.0) - ANIMAL / float(kernel.seats)
        share: float = self.shares.at_end(treasures, gnomes, 0)
        if player != 1 and rivals >> (kernel.on_turn + 1) % kernel.seats & 1:
            share += TRAPPED * (self.shares.at_second_end(treasures, gnomes, 0) - share)
        return share + more

    def _send_away(self, kernel: LabyrinthKernel) -> None:
        """LAB-5.5: somewhere that leads neither to the secret nor back to the winner, if it is soon found."""
        rotation: i64 = number_of(kernel.outer, kernel.inner, kernel.centre)
        winner: i64 = HALL_OF[kernel.pawn(kernel.one)]
        action: i64 = NONE
        tries: i64 = 0
        while tries < _TRIES:
            action = kernel.choice(kernel.stream.below(kernel.choices()))
            reach: i64 = self.ways.reach(rotation, HALL_OF[action - PLACE])
            near: bool = kernel.sought != NONE and (reach >> i64(HALL_OF[SQUARE_OF[kernel.sought]]) & 1) != 0
            if not near and not reach >> winner & 1:
                break
            tries += 1
        kernel.play(kernel.one, action)
