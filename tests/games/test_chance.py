"""The random streams: the sealed one is a published recipe, so its numbers are checked against the recipe."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.games.chance import FastRandom, SealedRandom, pick, shuffled
from filon.games.contract import HIDDEN, Random, whole

SEED = bytes(range(32))


def test_the_sealed_stream_is_sha256_in_counter_mode() -> None:
    """Anyone can re-deal with SHA-256 and paper."""
    words = []
    for block in range(3):
        digest = sha256(SEED + (5).to_bytes(8, "big") + block.to_bytes(8, "big")).digest()
        words += [int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24)]
    random = SealedRandom(SEED, part=5)
    assert [random.below(2**64) for _ in range(12)] == words


def test_a_word_past_the_last_whole_multiple_is_thrown_away() -> None:
    """Otherwise small numbers would come up more often."""
    plain = SealedRandom(SEED)
    words = [plain.below(2**64) for _ in range(40)]
    limit = 2**63 + 1
    kept = [word for word in words if word < limit]
    assert len(kept) < len(words)
    random = SealedRandom(SEED)
    assert [random.below(limit) for _ in kept] == kept


def test_parts_are_streams_of_their_own() -> None:
    assert [SealedRandom(SEED, part).below(2**64) for part in range(3)] == [
        int.from_bytes(sha256(SEED + part.to_bytes(8, "big") + bytes(8)).digest()[:8], "big")
        for part in range(3)
    ]


@pytest.mark.parametrize("limit", [0, -1, 2**64 + 1])
def test_a_limit_out_of_range_is_a_mistake(limit: int) -> None:
    with pytest.raises(ValueError, match="limit"):
        SealedRandom(SEED).below(limit)


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SealedRandom(b"short")


@given(st.integers(1, 1000), st.integers(0, 2**64))
def test_both_streams_stay_below_the_limit(limit: int, seed: int) -> None:
    streams: tuple[Random, ...] = (FastRandom(seed), SealedRandom(sha256(str(seed).encode()).digest()))
    for random in streams:
        assert all(0 <= random.below(limit) < limit for _ in range(20))


@pytest.mark.parametrize("random", [FastRandom(1), SealedRandom(SEED)], ids=["fast", "sealed"])
def test_every_order_is_as_likely_as_any_other(random: Random) -> None:
    """Chi-square over the 24 orders of four cards: 23 degrees of freedom, 0.999 quantile 49.7."""
    rounds = 12_000
    seen = Counter(shuffled("abcd", random) for _ in range(rounds))
    expected = rounds / 24
    assert set(seen) == set(permutations("abcd"))
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 49.7


def test_the_fast_stream_gives_the_same_numbers_everywhere() -> None:
    """A golden value: simulations with a seed are comparable across machines and versions."""
    random = FastRandom(2026)
    assert [random.below(100) for _ in range(8)] == [15, 40, 64, 65, 82, 13, 28, 76]


def test_pick_takes_any_item() -> None:
    assert {pick("abc", FastRandom(seed)) for seed in range(40)} == set("abc")


def test_only_a_whole_event_can_be_folded() -> None:
    assert whole(3) == 3
    with pytest.raises(TypeError, match="redacted"):
        whole(HIDDEN)
