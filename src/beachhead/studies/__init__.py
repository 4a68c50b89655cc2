"""Studies: many games by a plan, on one machine or on a cluster, and what they say.

An `Arm` is a way to play a game: a scenario, options, who sits where, amended components, a set-up.
A `Study` plays every arm from the same seeds; `run` keeps what was played, so that it can be
stopped and gone on with, and writes it as tables. Nothing here knows which games there are.

>>> import beachhead
>>> from beachhead.studies import Arm, play_arms
>>> arm = Arm.checked("anything", beachhead.games()[0], bots="random")
>>> [each["game"]["seed"] for each in play_arms([arm], seeds=range(2), workers=0)]
[0, 1]
"""

from beachhead.studies.arms import Arm
from beachhead.studies.crew import play_arms
from beachhead.studies.packs import Amendment
from beachhead.studies.plan import Study, read_study
from beachhead.studies.running import run

__all__ = ["Amendment", "Arm", "Study", "play_arms", "read_study", "run"]
