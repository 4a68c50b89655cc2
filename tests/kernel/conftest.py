"""Properties are tried without a deadline, as a busy machine is no fault of the code, and on the
same examples each time, as a change is tested and not luck. `make soak` tries fresh ones, many more
of them (HYPOTHESIS_PROFILE=fresh); one that fails is printed with how to try it again."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "patient", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "fresh",
    settings.get_profile("patient"),
    derandomize=False,
    max_examples=400,
    print_blob=True,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "patient"))
