"""Properties are tried without a deadline, as a busy machine is no fault of the code, and on the
same examples each time, as a change is tested and not luck."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "patient", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")
