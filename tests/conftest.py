"""Settings for the whole suite, and the fifth game, which every suite knows as a host's own."""

import os

from hypothesis import HealthCheck, settings

# Before anything imports the registry; processes inherit it. A host's own games can be tested along.
os.environ["FILON_GAMES"] = ",".join(filter(None, ("tests.fifth", os.environ.get("FILON_GAMES"))))

_COMMON = {"deadline": None, "print_blob": True, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", max_examples=25, derandomize=True, **_COMMON)  # type: ignore[arg-type]
settings.register_profile("deep", max_examples=400, **_COMMON)  # type: ignore[arg-type]
settings.load_profile(os.environ.get("FILON_HYPOTHESIS", "quick"))
