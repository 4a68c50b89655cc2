"""Games as environments for research: PettingZoo's and Gymnasium's. See docs/research.md.

>>> import beachhead
>>> from beachhead import env
>>> playing = env.aec(beachhead.games()[0])
>>> playing.reset(seed=7)
>>> seen = playing.observe(playing.agent_selection)
>>> int(seen["action_mask"].sum()) == len(playing.option_ids())
True
"""

from __future__ import annotations

from beachhead.errors import BeachheadError

try:
    import gymnasium as _gymnasium  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401
    from PIL import Image as _Image  # noqa: F401
except ImportError as error:
    raise BeachheadError(
        f"beachhead.env: {error.name} is missing; install it with `pip install beachhead[research]`"
    ) from error

from beachhead.env.alone import Alone
from beachhead.env.making import aec, gym, ids, parallel, register
from beachhead.env.one_seat import OneSeat
from beachhead.env.session import SessionTerms
from beachhead.env.turns import Turns

__all__ = ["Alone", "OneSeat", "SessionTerms", "Turns", "aec", "gym", "ids", "parallel", "register"]

register()
