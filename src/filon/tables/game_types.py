"""Marks for fields that hold what a game defines itself: its views, actions, events and insights.

Which game it is only the table knows, so no struct can name the type. msgspec and mypy read a marked field as
one without a mark; `tools/web_types.py` makes the structs that hold one generic, so that a client names the
game.
"""

from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

MARK: Final = "game"

View: TypeAlias = Annotated[Any, Meta(extra={MARK: "View"})]
Action: TypeAlias = Annotated[Any, Meta(extra={MARK: "Action"})]
RawAction: TypeAlias = Annotated[msgspec.Raw, Meta(extra={MARK: "Action"})]
"""Not read yet: the game does that, which knows its own."""
ActionFields: TypeAlias = Annotated[dict[str, Any], Meta(extra={MARK: "Action"})]
"""As it stands in JSON."""
Event: TypeAlias = Annotated[Any, Meta(extra={MARK: "Event"})]
Insight: TypeAlias = Annotated[Any, Meta(extra={MARK: "Insight"})]
"""What a game's coach alone has to tell; `Coach.insight_type` names the struct."""
PATCH: Final = "patch"
Patch: TypeAlias = Annotated[dict[str, Any], Meta(extra={PATCH: "ObjectPatch"})]
"""Of an object with a game's own things in it: see filon.tables.patches."""
