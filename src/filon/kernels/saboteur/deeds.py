"""What the deeds of a seat say against it, in hundredths of the logarithm of the odds that it is a saboteur.

By maximum likelihood from rounds of hard and normal bots, hard against hard above all;
`tools/fit_saboteur_deeds.py` makes such weights. Beliefs go by them (`bots/saboteur/motives.py`), and
playouts (`kernel_trust.py`). So do the features of the learnt policy: with other weights it learns anew.
"""

from typing import Final

MOST: Final = 400
"""Nobody is ever surer than this; in hundredths of the logarithm of the odds, as all here."""
NEARER: Final = -110
"""A path that leads nearer says so much against who laid it."""
FARTHER: Final = 140
"""By card that is missing more."""
NEITHER: Final = 10
DEAD_END: Final = 120
BURIED: Final = 180
"""Rocks on what led nearer; those on what was in the way are the next."""
CLEARED: Final = -135
BROKE: Final = 190
"""To stop somebody who surely seems a digger; it is a digger's deed to stop a saboteur."""
STOPPED: Final = 18
"""To be stopped by somebody who surely seems a saboteur speaks so much for it."""
MENDED: Final = 90
"""To mend somebody who surely seems a saboteur."""
DISCARDED: Final = 19
"""With tools in order."""
LOOKED: Final = -10
DEALT: Final = -80
"""The odds of somebody who has done nothing yet."""
