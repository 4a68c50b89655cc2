"""12 Weather: the roll of the Turn, and what bad weather does."""

from __future__ import annotations

from beachhead.dday91.table import telling
from beachhead.dday91.table.charts import DIE, charts
from beachhead.dday91.table.pieces import pieces
from beachhead.dday91.table.state import DDayTable, plays, steps, tags_of_unit, unit_name, unit_tag
from beachhead.kernel.dice import die
from beachhead.kernel.play import Chance, Refusal
from beachhead.kernel.topic import Topic

CLEAR_COST = 2
"""12c1-a In bad weather ground units pay so much for a clear hex."""
AIR_ATTACKS = 6
"""12c5-a In bad weather an air unit attacks on a roll of 6 or less."""


WEATHER = Topic("die", "The weather of the Turn", charts=("weather",))


def _weather_of(table: DDayTable) -> str:
    return f"Roll for the weather of {charts().month(table.turn).title()}."


@steps.question("weather.weather_step")
def weather_step(table: DDayTable) -> Chance[int] | None:
    """12, QRC.sequence-b One die for the weather of the Turn."""
    if not plays(table, "weather"):
        return None
    return Chance(
        _weather_of,
        "12",
        weather_rolled,
        DIE,
        die,
        topic=WEATHER,
    )


def weather_rolled(table: DDayTable, face: int) -> None:
    """12a, 12b-a, WT Good or bad for the whole Turn."""
    table.bad_weather = charts().bad_weather(table.turn, face)
    sky = "bad" if table.bad_weather else "good"
    table.tell(
        "12a",
        telling.WEATHER,
        lambda: f"The die shows {face}: the weather is {sky}.",
        cell=("weather", str(table.turn), "bad"),
        dice=[face],
        bad=table.bad_weather,
    )


# --- 12c bad weather


def refuse_bombing(table: DDayTable) -> Refusal | None:
    """12c2-a There is no carpet bombing in bad weather."""
    if table.bad_weather:
        return Refusal("12c2", "there is no carpet bombing in bad weather")
    return None


def refuse_drops(table: DDayTable) -> Refusal | None:
    """12c3-a, 13d3-b There are no airborne drops in bad weather."""
    if table.bad_weather:
        return Refusal("13d3", "there are no drops in bad weather")
    return None


def mulberries_closed(table: DDayTable) -> bool:
    """12c4-a Whether Mulberry Harbors give no Moves."""
    return table.bad_weather


# --- 12c5 air units that wish to attack


def must_roll(table: DDayTable, unit: int) -> bool:
    """12c5-a, N-15 In bad weather an air unit is rolled for before it attacks, once a Turn."""
    return bool(
        table.bad_weather and pieces().tactical_air >> unit & 1 and not table.checked >> unit & 1
    )


AIR = Topic("die", "The weather for an air unit", about=tags_of_unit)


def _weather_over(_table: DDayTable, unit: int) -> str:
    return f"Roll for the weather over {unit_name(unit)}."


@steps.question("weather.roll_for_air")
def roll_for_air(_table: DDayTable, unit: int) -> Chance[int]:
    """12c5 One roll for each air unit and Turn."""
    return Chance(
        _weather_over,
        "12c5",
        air_rolled,
        DIE,
        die,
        arguments=(unit,),
        topic=AIR,
    )


def air_rolled(table: DDayTable, face: int, unit: int) -> None:
    """12c5-b The unit attacks as usual, or not at all this Turn."""
    table.checked |= 1 << unit
    if face > AIR_ATTACKS:
        table.grounded |= 1 << unit
    what = "may not attack" if face > AIR_ATTACKS else "may attack"
    table.tell(
        "12c5",
        telling.DIE,
        lambda: f"The die shows {face}: {unit_name(unit)} {what} in this weather.",
        [unit_tag(unit)],
        dice=[face],
    )
