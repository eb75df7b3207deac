"""Settings for every test: generated examples are never timed and never remembered between runs."""

from hypothesis import HealthCheck, settings
from purse import home  # noqa: F401  (a fixture of two modules)

settings.register_profile(
    "referee", deadline=None, database=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("referee")
