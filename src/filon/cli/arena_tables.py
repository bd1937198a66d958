"""What `filon arena` prints for people."""

from rich.table import Table

from filon.bots.arena import Report
from filon.bots.arena.standings import Share


def tables(report: Report, *, by_round: bool) -> list[Table]:
    found = [] if report.cast else [_standings(report)]
    if any(one.sides for one in report.standings):
        found.append(_sides(report, by_round=by_round))
    found.append(_pace(report))
    return found


def _standings(report: Report) -> Table:
    title = f"{report.game}, {report.seats} seats, {report.games:,} games, seed {report.seed}"
    fair = per_cent(1 / report.seats)
    table = Table(title=f"{title}; a fair share is {fair}", title_justify="left")
    for heading in ("bot", "games", "wins", "95 %", "mean score", "rating", "95 %", "wins by seat"):
        table.add_column(heading)
    for one in report.standings:
        rating = one.rating
        table.add_row(
            one.bot,
            f"{one.wins.played:,}",
            per_cent(one.wins.share),
            interval(one.wins),
            f"{one.mean_score:.1f}",
            f"{rating.skill:.1f}" if rating else "",
            f"{rating.low:.1f} to {rating.high:.1f}" if rating else "",
            "  ".join(per_cent(seat.share) for seat in one.by_seat),
        )
    return table


def _sides(report: Report, *, by_round: bool) -> Table:
    table = Table(
        title=f"{report.game}, {report.seats} seats: rounds won by the own side", title_justify="left"
    )
    headings = ["bot", "side", "rounds", "won", "95 %"] + (["round by round"] if by_round else [])
    for heading in headings:
        table.add_column(heading)
    for one in report.standings:
        for side in one.sides:
            row = [
                one.bot,
                side.side,
                f"{side.rounds.played:,}",
                per_cent(side.rounds.share),
                interval(side.rounds),
            ]
            if by_round:
                row.append("  ".join(per_cent(share.share) for share in side.by_round))
            table.add_row(*row)
    return table


def _pace(report: Report) -> Table:
    table = Table(title="thinking", title_justify="left")
    for heading in ("bot", "decisions", "mean ms", "longest ms"):
        table.add_column(heading)
    for one in report.pace:
        table.add_row(one.bot, f"{one.decisions:,}", f"{one.mean_ms:.2f}", f"{one.longest_ms:.0f}")
    return table


def per_cent(share: float) -> str:
    return f"{100 * share:.1f} %"


def interval(share: Share) -> str:
    return f"{100 * share.low:.1f} to {100 * share.high:.1f} %"
