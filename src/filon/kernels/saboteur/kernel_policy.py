"""Playouts that get somewhere: diggers head for the goal that they believe in, saboteurs hinder them.

Nobody here is clever; everybody is quick and plays as a sensible player would, knowing only the own hand and
what the own maps showed. A plain random playout never reaches the gold and tells a search nothing.
"""

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from filon.kernels.saboteur.kernel import (
    DIGGERS,
    DIGGING,
    DISCARD,
    LOOK,
    PASS,
    PLACE,
    ROCKS,
    SaboteurKernel,
)
from filon.kernels.saboteur.kernel_cards import (
    BROKEN,
    COPIES,
    FIRST_WAY,
    FITTING,
    GOAL_COUNT,
    MAP,
    PASSAGE_WAYS,
    REPAIR,
    ROCKFALL,
    START,
    STEPS,
    WAY_CARD,
    WAY_SHAPE,
    bits,
)
from filon.kernels.saboteur.kernel_hands import (
    NOTHING,
    break_tool,
    has_looked,
    kinds_held,
    least_for_digger,
    least_for_saboteur,
    mend,
    ways_held,
    worth_of,
)
from filon.kernels.saboteur.kernel_maze import is_goal
from filon.kernels.saboteur.kernel_ways import FAR, Ways


@mypyc_attr(allow_interpreted_subclasses=False)
class Policy:
    """Plays rounds out. `suspects`: a bit for each seat that the diggers take for a saboteur."""

    def __init__(self) -> None:
        self.ways = Ways()
        self._trial = Ways()
        self.suspects: i64 = 0
        self._left: vec[i64] = vec[i64]([0] * 3)
        self._doubt: vec[i64] = vec[i64]([0] * 10)

    def finish(self, kernel: SaboteurKernel, suspects: i64) -> i64:
        """Plays the round out; 1 if the diggers win it, 0 if not."""
        self.ways.forget()
        self.suspects = suspects
        number: i64 = kernel.number
        while kernel.phase == DIGGING and kernel.number == number:
            kernel.do(self.choose(kernel))
        return 1 if kernel.result[number - 1] & 3 == DIGGERS else 0

    def choose(self, kernel: SaboteurKernel) -> i64:
        if not kernel.hand[kernel.turn]:
            return PASS
        if kernel.roles >> kernel.turn & 1:
            return self._as_saboteur(kernel)
        return self._as_digger(kernel)

    def hopes(self, kernel: SaboteurKernel, seat: i64) -> i64:
        """A bit for each goal at which the treasure may lie, as far as this seat has seen."""
        hopes: i64 = 0
        which: i64 = 0
        while which < GOAL_COUNT:
            if not kernel.face_up >> which & 1:
                if has_looked(kernel, which, seat):
                    if not kernel.goal[which]:
                        return 1 << which
                else:
                    hopes |= 1 << which
            which += 1
        return hopes

    def outlook(self, kernel: SaboteurKernel, hopes: i64) -> i64:
        """Cards missing to the treasure, in sixths: half the nearest hope, half the mean of all."""
        nearest: i64 = FAR
        total: i64 = 0
        number: i64 = 0
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1:
                left: i64 = self.ways.missing(kernel.maze, which)
                self._left[which] = left
                nearest = min(nearest, left)
                total += left
                number += 1
            which += 1
        return 3 * nearest + 3 * total // number if number else 0

    def outlook_with(self, kernel: SaboteurKernel, hopes: i64, cell: i64, shape: i64) -> i64:
        """The outlook with a card that does no harm laid here."""
        nearest: i64 = FAR
        total: i64 = 0
        number: i64 = 0
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1:
                left: i64 = min(self._left[which], self.ways.from_card(kernel.maze, which, cell, shape))
                nearest = min(nearest, left)
                total += left
                number += 1
            which += 1
        return 3 * nearest + 3 * total // number if number else 0

    def difficulty(self, kernel: SaboteurKernel, hopes: i64) -> i64:
        """How hard the way is: 60 for each card missing, as in the outlook, and more where few cards would do
        next.
        """
        nearest: i64 = 1 << 20
        total: i64 = 0
        number: i64 = 0
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1:
                hard: i64 = 10 * self.ways.missing(kernel.maze, which) + self._bottleneck(kernel, which)
                nearest = min(nearest, hard)
                total += hard
                number += 1
            which += 1
        return 3 * nearest + 3 * total // number if number else 0

    def _bottleneck(self, kernel: SaboteurKernel, which: i64) -> i64:
        """The fewer cards there are that lead on to this goal, the more; 60 if there are none."""
        maze = kernel.maze
        if not maze.fresh:
            maze.survey()
        return self._narrows(kernel, self.ways, which, NOTHING)

    def _narrows(self, kernel: SaboteurKernel, ways: Ways, which: i64, laid: i64) -> i64:
        """The bottleneck as the maze lies now, with a card on trial on the site `laid`."""
        maze = kernel.maze
        left: i64 = ways.at(which, START)
        if not left or left >= FAR:
            return 0
        ease: i64 = 0
        site: i64 = 0
        while site < maze.site_count:
            cell: i64 = maze.site[site]
            if cell != laid and ways.at(which, cell) <= left:
                ease += self._ease(kernel, ways, which, cell)
            site += 1
        if laid != NOTHING and maze.grid[laid] & 16:
            shape: i64 = i64(maze.grid[laid])
            side: i64 = 0
            while side < 4:
                cell = laid + STEPS[side]
                if (
                    shape >> side & 1
                    and not maze.grid[cell]
                    and ways.at(which, cell) <= left
                    and not is_goal(cell)
                ):
                    ease += self._ease(kernel, ways, which, cell)
                side += 1
        return 120 // (ease + 2)

    def _ease(self, kernel: SaboteurKernel, ways: Ways, which: i64, cell: i64) -> i64:
        """How many cards of the deck would lead on from here."""
        maze = kernel.maze
        left: i64 = ways.at(which, START)
        fitting: i64 = FITTING[maze.demand_at(cell)] & PASSAGE_WAYS
        ease: i64 = 0
        way: i64 = 0
        counted: i64 = NOTHING
        while fitting >> way:
            if (
                fitting >> way & 1
                and WAY_CARD[way] != counted
                and ways.from_card(maze, which, cell, WAY_SHAPE[way]) < left
            ):
                counted = WAY_CARD[way]
                ease += COPIES[counted]
            way += 1
        return ease

    # Diggers.

    def _as_digger(self, kernel: SaboteurKernel) -> i64:
        seat: i64 = kernel.turn
        held: i64 = kinds_held(kernel.hand[seat])
        hopes: i64 = self.hopes(kernel, seat)
        code: i64 = NOTHING
        if kernel.broken_order[seat]:
            code = mend(kernel, held, seat)
            if code != NOTHING:
                return code
        if held >> MAP & 1 and hopes & (hopes - 1):
            return LOOK | self._where_to_look(kernel, hopes) << 3
        if not kernel.broken_order[seat]:
            code = self._dig(kernel, held, hopes)
            if code != NOTHING:
                return code
        if held >> ROCKFALL & 1:
            code = self._clear(kernel, hopes)
            if code != NOTHING:
                return code
        return self._or_else(kernel, held, hopes)

    def _or_else(self, kernel: SaboteurKernel, held: i64, hopes: i64) -> i64:
        """A digger who cannot dig: mends, stops a suspect, opens another way, or throws away what is least
        useful.
        """
        seat: i64 = kernel.turn
        self._weigh_doubts(kernel)
        least: i64 = least_for_digger(held, hopes)
        code: i64 = DISCARD | least << 3
        best: i64 = 150 - 10 * worth_of(least, saboteur=False)
        if least == MAP:
            best = 150
        if best < 65 and not kernel.broken_order[seat]:
            other: i64 = self._open_another_way(kernel, held, hopes)
            if other != NOTHING:
                best = 65
                code = other
        if held >> BROKEN == 0:
            return code
        target: i64 = 0
        while target < kernel.seats:
            if target != seat:
                tools: i64 = kernel.broken_order[target]
                score: i64 = 8 * (self._doubt[target] - 40) + (0 if tools else 200)
                if score > best:
                    other = break_tool(kernel, held, target)
                    if other != NOTHING:
                        best = score
                        code = other
                if tools:
                    score = 300 - 4 * self._doubt[target] + (0 if tools > 3 else 150)
                    if score > best:
                        other = mend(kernel, held, target)
                        if other != NOTHING:
                            best = score
                            code = other
            target += 1
        return code

    def _weigh_doubts(self, kernel: SaboteurKernel) -> None:
        """By seat, in hundredths: how much it looks like a saboteur to people who watch the discards."""
        doubt = self._doubt
        seat: i64 = 0
        while seat < kernel.seats:
            tools: i64 = kernel.broken_order[seat]
            doubt[seat] = 100 if self.suspects >> seat & 1 else 0
            while tools:
                doubt[seat] += 25
                tools >>= 2
            seat += 1
        previous: i64 = NOTHING
        at: i64 = 0
        while at < kernel.discard_count:
            each: i64 = kernel.discard[at]
            card: i64 = each & 31
            seat = each >> 5 & 15
            if each & 512:
                doubt[seat] += 5 if kernel.broken_order[seat] else 12
            elif previous == ROCKFALL and card < MAP:
                doubt[seat] += 80 if WAY_SHAPE[FIRST_WAY[card]] & 16 else -80
            elif card >= REPAIR:
                doubt[seat] -= 40
            previous = card
            at += 1
        total: i64 = 0
        seat = 0
        while seat < kernel.seats:
            if seat != kernel.turn:
                total += doubt[seat]
            seat += 1
        usual: i64 = total // (kernel.seats - 1)
        seat = 0
        while seat < kernel.seats:
            doubt[seat] -= usual
            seat += 1

    def _where_to_look(self, kernel: SaboteurKernel, hopes: i64) -> i64:
        """One of the goals in doubt, by lot."""
        number: i64 = kernel.stream.below(bits(hopes))
        which: i64 = 0
        while True:
            if hopes >> which & 1:
                if not number:
                    return which
                number -= 1
            which += 1

    def _dig(self, kernel: SaboteurKernel, held: i64, hopes: i64) -> i64:
        """The passage that brings the treasure nearest; more openings are better among equals."""
        maze = kernel.maze
        ways: i64 = ways_held(held)
        if not ways:
            return NOTHING
        if not maze.fresh:
            maze.survey()
        now: i64 = self.outlook(kernel, hopes)
        best: i64 = 8 * now - 7
        code: i64 = NOTHING
        site: i64 = 0
        while site < maze.site_count:
            fitting: i64 = maze.fitting(site) & ways
            cell: i64 = maze.site[site]
            way: i64 = 0
            while fitting >> way:
                if fitting >> way & 1:
                    shape: i64 = WAY_SHAPE[way]
                    cost: i64 = 8 * self.outlook_with(kernel, hopes, cell, shape) - bits(shape)
                    if cost < best:
                        best = cost
                        code = PLACE | way << 3 | cell << 8
                way += 1
            site += 1
        return code

    def _open_another_way(self, kernel: SaboteurKernel, held: i64, hopes: i64) -> i64:
        """A passage laid off the shortest ways, where it does no harm; the one with the most openings."""
        maze = kernel.maze
        ways: i64 = ways_held(held)
        most: i64 = 0
        code: i64 = NOTHING
        site: i64 = 0
        while site < maze.site_count:
            cell: i64 = maze.site[site]
            fitting: i64 = maze.fitting(site) & ways
            if fitting and not self._on_shortest_way(cell, hopes):
                way: i64 = 0
                while fitting >> way:
                    shape: i64 = WAY_SHAPE[way]
                    if fitting >> way & 1 and shape & 16 and bits(shape) > most:
                        most = bits(shape)
                        code = PLACE | way << 3 | cell << 8
                    way += 1
            site += 1
        return code

    def _on_shortest_way(self, cell: i64, hopes: i64) -> bool:
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1 and self.ways.at(which, cell) <= self._left[which]:
                return True
            which += 1
        return False

    def _clear(self, kernel: SaboteurKernel, hopes: i64) -> i64:
        """Rocks on a card that is in the way."""
        maze = kernel.maze
        now: i64 = self.outlook(kernel, hopes)
        best: i64 = now - 3
        tried = False
        code: i64 = NOTHING
        at: i64 = 0
        while at < maze.laid_count:
            cell: i64 = maze.laid[at]
            before: i64 = i64(maze.grid[cell])
            # A passage is seldom in the way, unless there is no other.
            if (not before & 16 or now > 60) and cell != START and not is_goal(cell):
                maze.grid[cell] = 0
                self.ways.forget()
                left: i64 = self.outlook(kernel, hopes)
                maze.grid[cell] = u8(before)
                if left < best:
                    best = left
                    code = ROCKS | cell << 3
                tried = True
            at += 1
        if tried:
            self.ways.forget()
            self.outlook(kernel, hopes)
        return code

    # Saboteurs.

    def _as_saboteur(self, kernel: SaboteurKernel) -> i64:
        seat: i64 = kernel.turn
        held: i64 = kinds_held(kernel.hand[seat])
        hopes: i64 = self.hopes(kernel, seat)
        able: bool = not kernel.broken_order[seat]
        code: i64 = NOTHING
        if able:
            code = self._spoil(kernel, held, hopes, 15)
        if code == NOTHING and held >> BROKEN & 7:
            code = self._stop_digger(kernel, held)
        if code == NOTHING and able:
            code = self._spoil(kernel, held, hopes, 4)
        if code == NOTHING and held >> ROCKFALL & 1:
            code = self._cut(kernel, hopes)
        if code == NOTHING and not able:
            code = mend(kernel, held, seat)
        if code == NOTHING and held >> MAP & 1 and hopes:
            code = LOOK | self._where_to_look(kernel, hopes) << 3
        if code == NOTHING:
            code = DISCARD | least_for_saboteur(held) << 3
        return code

    def _stop_digger(self, kernel: SaboteurKernel, held: i64) -> i64:
        """The next digger whose tools are whole."""
        step: i64 = 1
        while step < kernel.seats:
            target: i64 = (kernel.turn + step) % kernel.seats
            if not kernel.roles >> target & 1 and not kernel.broken_order[target]:
                code: i64 = break_tool(kernel, held, target)
                if code != NOTHING:
                    return code
            step += 1
        return NOTHING

    def _spoil(self, kernel: SaboteurKernel, held: i64, hopes: i64, least: i64) -> i64:
        """The card that makes the way to the nearest hope hardest, laid on the way or beside it.

        Ten for each card that it costs the diggers; a dead end is kept for where it hurts.
        """
        maze = kernel.maze
        ways: i64 = ways_held(held)
        which: i64 = self._nearest(kernel, hopes)
        if not ways or which < 0:
            return NOTHING
        if not maze.fresh:
            maze.survey()
        left: i64 = self.ways.missing(maze, which)
        now: i64 = 10 * left + self._narrows(kernel, self.ways, which, NOTHING)
        most: i64 = least
        code: i64 = NOTHING
        site: i64 = 0
        while site < maze.site_count:
            cell: i64 = maze.site[site]
            fitting: i64 = maze.fitting(site) & ways
            if fitting and self._near_the_way(kernel, which, cell):
                way: i64 = 0
                while fitting >> way:
                    shape: i64 = WAY_SHAPE[way]
                    if fitting >> way & 1 and self.ways.from_card(maze, which, cell, shape) >= left:
                        maze.grid[cell] = u8(shape)
                        after: i64 = 10 * self._trial.after(maze, which)
                        gain: i64 = after + self._narrows(kernel, self._trial, which, cell) - now
                        maze.grid[cell] = 64
                        if not shape & 16:
                            gain -= 12
                        if gain > most:
                            most = gain
                            code = PLACE | way << 3 | cell << 8
                    way += 1
            site += 1
        return code

    def _near_the_way(self, kernel: SaboteurKernel, which: i64, cell: i64) -> bool:
        """On a site from which the diggers would go on, or beside one."""
        left: i64 = self.ways.at(which, START)
        if self.ways.at(which, cell) <= left:
            return True
        side: i64 = 0
        while side < 4:
            there: i64 = cell + STEPS[side]
            if kernel.maze.grid[there] == 64 and self.ways.at(which, there) <= left:
                return True
            side += 1
        return False

    def _cut(self, kernel: SaboteurKernel, hopes: i64) -> i64:
        """Rocks where they cost the diggers two cards or more, once they are near."""
        maze = kernel.maze
        which: i64 = self._nearest(kernel, hopes)
        if which < 0:
            return NOTHING
        now: i64 = self.ways.missing(maze, which)
        if now > 4:
            return NOTHING
        farthest: i64 = now + 1
        code: i64 = NOTHING
        at: i64 = maze.laid_count - 1
        first: i64 = max(0, at - 8)
        while at >= first:
            cell: i64 = maze.laid[at]
            shape: i64 = i64(maze.grid[cell])
            if shape & 32 and cell != START and not is_goal(cell):
                maze.grid[cell] = 0
                after: i64 = self._trial.after(maze, which)
                maze.grid[cell] = u8(shape)
                if after > farthest:
                    farthest = after
                    code = ROCKS | cell << 3
            at -= 1
        if code != NOTHING:
            self.suspects |= 1 << kernel.turn
        return code

    def _nearest(self, kernel: SaboteurKernel, hopes: i64) -> i64:
        nearest: i64 = -1
        least: i64 = FAR
        which: i64 = 0
        while which < GOAL_COUNT:
            if hopes >> which & 1:
                left: i64 = self.ways.missing(kernel.maze, which)
                if left < least:
                    least = left
                    nearest = which
            which += 1
        return nearest
