"""Saboteur's bridge: actions and codes, positions and what seats know of them."""

from collections.abc import Sequence
from itertools import accumulate
from math import gcd
from typing import Final, assert_never

from filon.games.contract import AnyGame, Continue, Hidden, Outcome, Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.imagine_gold import Recollection, Sharing, recollect
from filon.games.saboteur.maze import GOAL_PLACES
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    Discard,
    DropRocks,
    Options,
    Pass,
    PlacePath,
    ReadMap,
    RepairTool,
    State,
    TakeGold,
    View,
    Winner,
)
from filon.kernels.contract import AnyBridge, past_intermission
from filon.kernels.saboteur import kernel_codes as codes
from filon.kernels.saboteur.kernel import SaboteurKernel, play_series
from filon.kernels.saboteur.kernel_cards import CARDS, NUMBER, TOOLS, WAY, WAY_NUMBER
from filon.kernels.saboteur.kernel_gold import PAYMENT_BITS
from filon.kernels.saboteur.kernel_imagine import GoldRecall, SaboteurImaginer
from filon.kernels.saboteur.states import frame_cell, frame_place, kernel_of, packed, payment_number, state_of
from filon.kernels.stream import Stream
from filon.kernels.totals import Totals

_HEAVIEST: Final = 1 << 60


class SaboteurBridge:
    game: AnyGame = SABOTEUR
    tally_names: Sequence[str] = tuple(f"rounds won by {winner.value}" for winner in Winner)

    def deal(self, seats: int, options: Options, stream: Stream) -> SaboteurKernel:
        kernel = SaboteurKernel(
            seats,
            stream,
            adjacent=options.placement == "adjacent",
            random_starter=options.starter == "random",
        )
        kernel.make_room()
        kernel.deal()
        return kernel

    def kernel(self, state: State, stream: Stream) -> SaboteurKernel:
        return kernel_of(past_intermission(SABOTEUR, state, stream), stream)

    def state(self, kernel: SaboteurKernel) -> State:
        return state_of(kernel)

    def code(self, kernel: SaboteurKernel, action: Action) -> int:  # noqa: ARG002 - codes mean the same everywhere
        match action:
            case PlacePath(card, at, turned):
                return codes.PLACE | WAY_NUMBER[card, turned] << 3 | frame_cell(at) << 8
            case BreakTool(tool, target):
                return codes.BREAK | TOOLS.index(tool) << 3 | target << 5
            case RepairTool(card, target, tool):
                return codes.MEND | TOOLS.index(tool) << 3 | target << 5 | NUMBER[card] << 9
            case DropRocks(at):
                return codes.ROCKS | frame_cell(at) << 3
            case ReadMap(at):
                return codes.LOOK | GOAL_PLACES.index(at) << 3
            case Discard(card):
                return codes.DISCARD | NUMBER[card] << 3
            case Pass():
                return codes.PASS
            case TakeGold(nuggets):
                return codes.TAKE | nuggets << 3
            case Continue():
                raise ValueError("a kernel passes intermissions by itself")
            case _:
                assert_never(action)

    def action(self, kernel: SaboteurKernel, code: int) -> Action:  # noqa: ARG002
        kind, what = code & 7, code >> 3
        if kind == codes.PLACE:
            card, turned, _ = WAY[what & 31]
            return PlacePath(card, frame_place(what >> 5), turned)
        if kind == codes.BREAK:
            return BreakTool(TOOLS[what & 3], Seat(what >> 2))
        if kind == codes.MEND:
            return RepairTool(CARDS[what >> 6], Seat(what >> 2 & 15), TOOLS[what & 3])
        if kind == codes.ROCKS:
            return DropRocks(frame_place(what))
        if kind == codes.LOOK:
            return ReadMap(GOAL_PLACES[what])
        if kind == codes.DISCARD:
            return Discard(CARDS[what])
        return TakeGold(what) if kind == codes.TAKE else Pass()

    def imaginer(self, view: View) -> SaboteurImaginer:
        """Made from one imagined state: what the view hides in it is what is shuffled anew each time."""
        table = view.round
        state = SABOTEUR.imagine(view, Stream(0))
        known = kernel_of(state, Stream(0))
        imaginer = SaboteurImaginer(known, _recall(recollect(view)))
        for seat, role in enumerate((*table.roles, table.set_aside)):
            if isinstance(role, Hidden):
                imaginer.add_dwarf_seat(seat)
                imaginer.add_dwarf(known.roles >> seat & 1 if seat < len(table.roles) else known.set_aside)
                known.roles &= ~(1 << seat)
        for which, goal in enumerate(table.goals):
            if isinstance(goal.face, Hidden):
                imaginer.add_face_place(which)
                imaginer.add_face(known.goal[which] >> 1)
        for at, discarded in enumerate(table.discards):
            if isinstance(discarded.card, Hidden):
                imaginer.add_face_down(at)
                imaginer.add_unseen(known.discard[at] & 31)
                known.discard[at] -= known.discard[at] & 31
        for seat, hand in enumerate(state.round.hands):
            if seat != view.seat:
                imaginer.add_stranger(seat)
                for card in hand:
                    imaginer.add_unseen(NUMBER[card])
        for card in state.round.pile:
            imaginer.add_unseen(NUMBER[card])
        return imaginer

    def outcome(self, kernel: SaboteurKernel) -> Outcome | None:
        return None if kernel.phase != codes.FINISHED else SABOTEUR.outcome(state_of(kernel))

    def series(self, seats: int, options: Options, seed: int, games: range) -> Totals:
        totals = Totals(seats, len(self.tally_names))
        play_series(
            totals,
            seats,
            seed,
            games.start,
            games.stop,
            adjacent=options.placement == "adjacent",
            random_starter=options.starter == "random",
        )
        return totals


def _recall(known: Recollection) -> GoldRecall:
    recall = GoldRecall()
    for at, record in enumerate(known.records):
        if isinstance(record, Sharing):
            recall.add_sharing(
                record.round,
                settled=at < known.settled,
                unknown=record.unknown,
                seats=packed(record.seats, 4),
                takes=len(record.seats),
            )
            for part in record.parts:
                recall.add_part(packed(part, 2))
        else:
            recall.add_payments(record.round)
    weights = [story.weight for story in known.stories]
    total = sum(weights)
    divisor = gcd(*weights)
    if total // divisor > _HEAVIEST:  # as even as sixty bits can be
        divisor = -(-total // _HEAVIEST)
    for upto, story in zip(accumulate(weight // divisor for weight in weights), known.stories, strict=True):
        steps = [
            packed(step[0], 2)
            if isinstance(record, Sharing)
            else packed(
                (
                    payment_number(payment.seat, cards, payment.owed)
                    for payment, cards in zip(record.payments, step, strict=True)
                ),
                PAYMENT_BITS,
            )
            for record, step in zip(known.records, story.steps, strict=False)
        ]
        missing = len(known.records) - len(steps)
        recall.add_story(upto, packed(known.rest(story), 2), [*steps, *[0] * missing])
    return recall


SABOTEUR_BRIDGE: Final = SaboteurBridge()
BRIDGE: Final[AnyBridge] = SABOTEUR_BRIDGE
