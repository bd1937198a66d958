"""Presence is a law: whoever is connected stays, whoever is nowhere goes, and the servers come to agree."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from filon.server.fanout.contract import Alive, Here, WhoIsThere
from filon.server.rooms.presence import PresenceState
from filon.server.rooms.presence_model import Arrived, Attendance, Departed, Effect, Limits, Show, Tell
from filon.tables import Guest
from tests.server.presence_world import LIMITS, PEOPLE, SETTLED_S, TABLE, Server, World

ANNA, BEN, CLEO = PEOPLE
ALL_THERE = Attendance(frozenset(PEOPLE))


class ManyServers(RuleBasedStateMachine):
    world: World

    @initialize(servers=st.integers(1, 3), seed=st.integers(0, 1 << 16))
    def begin(self, servers: int, seed: int) -> None:
        self.world = World(servers, seed)
        self.world.run(1)
        for number, guest in enumerate(PEOPLE):
            self.server(number).connect(guest)
        self.world.run(2 * LIMITS.silent_s)

    def server(self, number: int) -> Server:
        return self.world.servers[number % len(self.world.servers)]

    @rule(number=st.integers(0, 2), guest=st.sampled_from(PEOPLE))
    def connect(self, number: int, guest: Guest) -> None:
        self.server(number).connect(guest)

    @rule(number=st.integers(0, 2), guest=st.sampled_from(PEOPLE))
    def disconnect(self, number: int, guest: Guest) -> None:
        self.server(number).disconnect(guest)

    @rule(number=st.integers(0, 2), guest=st.sampled_from(PEOPLE))
    def act(self, number: int, guest: Guest) -> None:
        self.server(number).act(guest)

    @rule(number=st.integers(0, 2))
    def let_go(self, number: int) -> None:
        self.server(number).let_go()

    @rule(number=st.integers(0, 2))
    def open_without_people(self, number: int) -> None:
        self.server(number).open_table()

    @rule(first=st.integers(0, 2), many=st.integers(1, 3))
    def crash(self, first: int, many: int) -> None:
        for number in range(first, first + many):
            self.server(number).crash()

    @rule(first=st.integers(0, 2), many=st.integers(1, 3), seconds=st.integers(1, 60))
    def cut(self, first: int, many: int, seconds: int) -> None:
        """One, some or all lose the way to the others, and find it again each in its own time."""
        for number in range(first, first + many):
            self.server(number).cut()
        self.world.run(seconds)

    @rule(number=st.integers(0, 2))
    def mend(self, number: int) -> None:
        self.server(number).cut_since = None

    @rule(number=st.integers(0, 2), seconds=st.integers(1, 60))
    def freeze(self, number: int, seconds: int) -> None:
        self.server(number).frozen = True
        self.world.run(seconds)
        self.server(number).frozen = False

    @rule(first=st.integers(0, 2), second=st.integers(0, 2), guest=st.sampled_from(PEOPLE))
    def move(self, first: int, second: int, guest: Guest) -> None:
        self.server(first).disconnect(guest)
        self.server(second).connect(guest)

    @rule(seconds=st.integers(1, 30))
    def lose_news(self, seconds: int) -> None:
        self.world.lossy_until = self.world.now + seconds

    @rule(seconds=st.integers(1, 40))
    def wait(self, seconds: int) -> None:
        self.world.run(seconds)

    def teardown(self) -> None:
        if not hasattr(self, "world"):
            return
        world = self.world
        world.heal()
        world.run(1)
        world.servers[0].open_table()
        world.run(SETTLED_S)
        changes = len(world.log)
        world.run(SETTLED_S)
        assert len(world.log) == changes, "the log goes on changing though nobody comes or goes"
        there = world.there()
        assert world.attendance().present == there
        for server in world.servers:
            if server.open:
                assert server.state.present(TABLE) == there


def test_servers_never_send_away_who_is_connected_and_come_to_agree() -> None:
    run_state_machine_as_test(
        ManyServers, settings=settings(max_examples=40, stateful_step_count=12, deadline=None)
    )


class Alone:
    """One server whose effects are kept, and whose clock is turned by hand."""

    def __init__(self, *, log: Attendance = ALL_THERE, limits: Limits = LIMITS) -> None:
        self.now = 0.0
        self.state = PresenceState(limits)
        self.effects: list[Effect] = []
        if not limits.alone:
            self.do(self.state.returned(self.now))
        self.do(self.state.opened(TABLE, log, self.now))

    def do(self, effects: list[Effect]) -> None:
        self.effects += effects

    def until(self, now: float) -> None:
        while self.now < now:
            self.now += 0.5
            self.do(self.state.tick(self.now))

    def seen(self, *guests: Guest, watching: int = 0) -> None:
        self.do(self.state.seen(TABLE, guests, watching, self.now))

    def departed(self) -> set[Guest]:
        return {guest for one in self.effects if isinstance(one, Departed) for guest in one.guests}

    def told(self) -> list[Here | WhoIsThere | Alive]:
        return [one.news for one in self.effects if isinstance(one, Tell)]


JUST_ME = Limits(gone_s=5, acting_s=20, silent_s=12, alone=True)


def test_a_table_read_from_the_log_notices_who_is_not_there_any_more() -> None:
    one = Alone(limits=JUST_ME)
    one.seen(ANNA)
    one.until(4)
    assert one.departed() == set()
    one.until(6)
    assert one.departed() == {BEN, CLEO}


def test_a_worker_asks_and_departs_nobody_before_the_servers_could_answer() -> None:
    one = Alone()
    assert WhoIsThere(TABLE) in one.told()
    one.until(11)
    assert one.departed() == set()
    one.do(one.state.heard("b", Here(TABLE, (ANNA,), 0, 7), one.now))
    one.until(13)
    assert one.departed() == {BEN, CLEO}


def test_what_another_server_said_holds_while_it_says_so() -> None:
    one = Alone(log=Attendance(frozenset((ANNA,))))
    one.do(one.state.heard("b", Here(TABLE, (ANNA,), 2, 7), one.now))
    for _ in range(20):
        one.until(one.now + 4)
        one.do(one.state.heard("b", Alive({TABLE: 7}), one.now))
    assert one.departed() == set()
    assert one.state.watching(TABLE) == 2
    one.until(one.now + LIMITS.silent_s + LIMITS.gone_s)
    assert one.departed() == {ANNA}


def test_a_number_that_is_not_known_is_asked_for() -> None:
    one = Alone()
    one.do(one.state.heard("b", Here(TABLE, (ANNA,), 0, 7), one.now))
    one.effects.clear()
    one.do(one.state.heard("b", Alive({TABLE: 7}), one.now))
    assert one.told() == []
    one.do(one.state.heard("b", Alive({TABLE: 8, "elsewhere": 3}), one.now))
    assert one.told() == [WhoIsThere(TABLE)]


def test_older_news_do_not_undo_newer_ones() -> None:
    one = Alone()
    one.do(one.state.heard("b", Here(TABLE, (), 0, 8), one.now))
    one.do(one.state.heard("b", Here(TABLE, (ANNA,), 0, 7), one.now))
    assert one.state.present(TABLE) == set()


def test_whoever_acts_is_present_for_a_while_and_arrives_again() -> None:
    one = Alone(log=Attendance(frozenset((BEN,)), frozenset((ANNA,))), limits=JUST_ME)
    one.do(one.state.acted(TABLE, ANNA, one.now))
    assert Arrived(TABLE, frozenset((ANNA,))) in one.effects
    one.do(one.state.logged(TABLE, Attendance(frozenset((ANNA, BEN))), one.now))
    one.until(JUST_ME.acting_s)
    assert one.departed() == {BEN}
    assert one.state.doubtful(TABLE)
    one.until(JUST_ME.acting_s + JUST_ME.gone_s + 1)
    assert one.departed() == {ANNA, BEN}


def test_closing_the_page_ends_presence_though_something_was_done_before() -> None:
    one = Alone(log=Attendance(frozenset((ANNA,))), limits=JUST_ME)
    one.do(one.state.acted(TABLE, ANNA, one.now))
    one.seen(ANNA)
    one.seen()
    one.until(JUST_ME.gone_s + 1)
    assert one.departed() == {ANNA}


def test_everybody_has_the_whole_time_to_come_back() -> None:
    one = Alone(limits=JUST_ME)
    one.seen(ANNA, BEN, CLEO)
    one.until(10)
    one.seen(BEN, CLEO)
    one.until(14)
    one.seen(CLEO)
    one.until(16)
    assert one.departed() == {ANNA}
    one.until(20)
    assert one.departed() == {ANNA, BEN}


def test_comings_and_goings_are_shown_together_and_told_once() -> None:
    one = Alone(log=Attendance())
    one.effects.clear()
    one.seen(ANNA)
    one.seen(ANNA, BEN)
    one.seen(ANNA, BEN)
    one.until(1)
    assert one.effects.count(Show(TABLE)) == 1
    heres = [news for news in one.told() if isinstance(news, Here)]
    assert [news.guests for news in heres] == [(ANNA,), (ANNA, BEN)]
    assert heres[0].number < heres[1].number
    one.do(one.state.closed(TABLE))
    last = one.told()[-1]
    assert isinstance(last, Here)
    assert last.guests == ()


def test_what_was_said_before_an_outage_holds_for_a_while_after_it() -> None:
    one = Alone(log=Attendance(frozenset((ANNA,))))
    one.do(one.state.heard("b", Here(TABLE, (ANNA,), 0, 7), one.now))
    one.until(5)
    one.do(one.state.lost())
    one.until(100)
    assert one.state.present(TABLE) == {ANNA}
    assert one.departed() == set()
    one.effects.clear()
    one.do(one.state.returned(one.now))
    assert one.told() == [Alive({}, asking=True)]
    one.until(100 + LIMITS.silent_s - 1)
    assert one.state.present(TABLE) == {ANNA}
    one.do(one.state.heard("b", Alive({TABLE: 7}), one.now))
    one.until(100 + LIMITS.silent_s + LIMITS.gone_s)
    assert one.departed() == set()
    one.until(200)
    assert one.departed() == {ANNA}


def test_whoever_asks_hears_the_numbers_and_then_the_names() -> None:
    one = Alone()
    one.seen(ANNA)
    one.effects.clear()
    one.do(one.state.heard("b", Alive({}, asking=True), one.now))
    (numbers,) = one.told()
    assert isinstance(numbers, Alive)
    one.do(one.state.heard("b", WhoIsThere(TABLE), one.now))
    here = one.told()[-1]
    assert isinstance(here, Here)
    assert here.guests == (ANNA,)
    assert numbers.tables == {TABLE: here.number}


def test_a_departure_of_somebody_who_is_here_is_contradicted_and_told() -> None:
    one = Alone()
    one.seen(ANNA)
    one.effects.clear()
    one.do(one.state.logged(TABLE, Attendance(frozenset((BEN, CLEO)), frozenset((ANNA,))), one.now))
    assert one.effects[0] == Arrived(TABLE, frozenset((ANNA,)))
    assert any(isinstance(news, Here) for news in one.told())


def test_who_arrives_at_a_server_that_is_not_heard_has_time_to_be_spoken_for() -> None:
    one = Alone(log=Attendance(frozenset(), frozenset((ANNA,))))
    one.until(30)
    one.do(one.state.logged(TABLE, Attendance(frozenset((ANNA,))), one.now))
    assert one.state.present(TABLE) == {ANNA}
    one.until(30 + LIMITS.silent_s)
    assert one.departed() == set()
    one.until(30 + LIMITS.silent_s + LIMITS.gone_s + 1)
    assert one.departed() == {ANNA}


def test_a_server_that_was_stopped_waits_for_what_the_others_said_meanwhile() -> None:
    one = Alone(log=Attendance(frozenset((ANNA,))))
    one.do(one.state.heard("b", Here(TABLE, (ANNA,), 0, 7), one.now))
    one.until(10)
    one.now += 3 * LIMITS.silent_s
    one.do(one.state.tick(one.now))
    assert one.state.present(TABLE) == {ANNA}
    assert Alive({}, asking=True) in one.told()
    one.do(one.state.heard("b", Alive({TABLE: 7}), one.now))
    one.until(one.now + LIMITS.silent_s - 1)
    assert one.departed() == set()


def test_after_an_outage_everybody_is_looked_for() -> None:
    one = Alone(log=Attendance())
    one.until(30)
    one.do(one.state.lost())
    one.do(one.state.logged(TABLE, Attendance(frozenset((ANNA,))), one.now))
    one.until(60)
    one.do(one.state.returned(one.now))
    one.until(60 + LIMITS.silent_s + LIMITS.gone_s + 1)
    assert one.departed() == {ANNA}


def test_servers_of_a_release_without_numbers_are_believed_while_they_live() -> None:
    one = Alone(log=Attendance(frozenset((ANNA,))))
    one.do(one.state.heard("b", Here(TABLE, (ANNA,), 0), one.now))
    for _ in range(20):
        one.until(one.now + 4)
        one.do(one.state.heard("b", Alive(), one.now))
    assert one.departed() == set()
    one.do(one.state.heard("b", Here(TABLE, (), 0), one.now))
    one.until(one.now + LIMITS.gone_s + 1)
    assert one.departed() == {ANNA}
