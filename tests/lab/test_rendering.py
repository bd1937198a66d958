"""Pictures of positions: every sign that a game draws has a glyph, and every frame has one size."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.games.contract import Seat
from filon.games.registry import GAMES
from filon.lab import font
from filon.lab.episode import Episode
from filon.lab.pettingzoo import env, parallel_env
from filon.lab.registry import encoding_for
from filon.lab.rendering import COLUMNS, MARGIN, ROWS, SHAPE, Picture, picture
from tests.lab.environments import SMALLEST, TABLES, episode_of, turns


@given(st.sampled_from(TABLES), st.integers(0, 2**32), st.integers(0, 60))
def test_all_that_a_game_draws_has_a_glyph_and_a_place(table: tuple[str, int], seed: int, steps: int) -> None:
    game, seats = table
    episode = Episode(encoding_for(game, seats), seed)
    for number in range(steps):
        if episode.outcome is not None:
            break
        seat = episode.waiting[0]
        legal = episode.legal(seat)
        episode.act(seat, legal[(seed + number) % len(legal)])
    for viewer in (None, Seat(0)):
        text = episode.game.draw(episode.view(viewer))
        assert {character for character in text if not font.has(character)} <= {"\n"}
        shown = picture(text)
        assert shown.shape == SHAPE
        assert shown.dtype == np.uint8
        assert not _cut_off(text)


def _cut_off(text: str) -> bool:
    """Whether a line that is drawn in columns, or some line, found no place."""
    lines = text.split("\n")
    drawn = [line for line in lines if not line.isascii() or "  " in line]
    return len(lines) > ROWS or max(map(len, drawn), default=0) > COLUMNS


def test_a_letter_stands_where_it_is_written() -> None:
    paper = picture("")[0, 0]
    ink = np.any(picture("A\n B") != paper, axis=2)
    at = [ink[MARGIN + 24 * row :, MARGIN + 12 * column :][:24, :12] for row, column in ((0, 0), (1, 1))]
    for letter, drawn in zip("AB", at, strict=True):
        assert np.array_equal(drawn, font.glyph(letter).repeat(2, 0).repeat(2, 1))
    assert ink.sum() == sum(drawn.sum() for drawn in at)


def test_glyphs_differ_from_each_other_and_from_what_is_unknown() -> None:
    known = [*map(chr, range(33, 127)), *"─│┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬░▒▓▀▄█·▴▾♟"]
    assert all(map(font.has, known))
    drawn = {font.glyph(character).tobytes() for character in (*known, " ", "\N{SNOWMAN}")}
    assert len(drawn) == len(known) + 2
    assert np.array_equal(font.glyph("\N{SNOWMAN}"), font.glyph("\N{UMBRELLA}"))


@pytest.mark.parametrize(("left", "right"), ["──", "══", "┌┐", "╔╗", "═╣", "╠═", "██"])
def test_lines_join_their_neighbours(left: str, right: str) -> None:
    assert np.array_equal(font.glyph(left)[:, -1], font.glyph(right)[:, 0])
    assert font.glyph(left)[:, -1].any()


@pytest.mark.parametrize(("above", "below"), ["││", "║║", "┌└", "╔╚", "╦║", "║╩", "██"])
def test_lines_join_what_is_over_and_under_them(above: str, below: str) -> None:
    assert np.array_equal(font.glyph(above)[-1], font.glyph(below)[0])
    assert font.glyph(above)[-1].any()


def test_long_sentences_are_broken_and_drawings_are_drawn_smaller() -> None:
    sentence = "nine signs " * 20
    assert _same(picture(sentence), picture("nine signs " * 13 + "nine\n  signs " + "nine signs " * 6))
    board = "░ " * COLUMNS
    assert _same(picture(board), picture(board[:COLUMNS]))
    tall = "\n".join(str(row) for row in range(ROWS + 5))
    rows = "\n".join([*map(str, range(ROWS - 1)), "(6 more lines)"])
    assert _same(picture(tall), picture(rows))


def _same(one: Picture, other: Picture) -> bool:
    return bool(np.array_equal(one, other))


@pytest.mark.parametrize(("game", "seats"), SMALLEST)
def test_a_picture_shows_what_a_spectator_is_told(game: str, seats: int) -> None:
    for make in (env, parallel_env):
        played = make(game, seats, render_mode="rgb_array")
        played.reset(seed=1)
        text = GAMES[game].draw(played.view(None))
        assert _same(played.render(), picture(text))
    frames = env(game, seats, render_mode="rgb_array")
    seen = {frames.render().tobytes() for _ in islice(turns(frames, 1, deal=1), 6)}
    assert len(seen) > 1
    assert episode_of(frames).decisions > 4
