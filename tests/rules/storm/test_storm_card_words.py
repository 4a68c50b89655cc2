"""What is said about cards is true: refusals and what is left of damage."""

from __future__ import annotations

from beachhead.kernel.rulebook import rule
from beachhead.storm.cards import interrupt_effects
from beachhead.storm.cards.card_list import card_type
from beachhead.storm.table.state import GERMAN, Attack
from storm_situations import GAME, options, place, situation


@rule("storm", "6.2a")
def test_spent_units_that_a_card_cannot_refresh_are_not_denied() -> None:
    """Heil Hitler is for units of a division: strongpoints and independent units have none."""
    table = situation(
        "turn 2; impulse german; 32 100 Pz Ers spent; 17 2-9 spent; hand german heil-hitler;"
        " begin impulse"
    )
    assert "card-heil-hitler" not in options(table)
    refused = GAME.why_not(table, card="heil-hitler")
    assert (refused.rule, refused.text) == ("6.2", "no unit of a division in an area is spent")


@rule("storm", "14.1a", "CARD.defensive-fire-a")
def test_units_that_are_not_released_are_not_denied_to_be_fresh() -> None:
    table = situation(
        "turn 2; impulse german; 1 731/711, 3 Para/6 AB; hand german defensive-fire; begin impulse"
    )
    assert "card-defensive-fire-1" not in options(table)
    refused = GAME.why_not(table, card="defensive-fire-1")
    assert refused.text == "no fresh unit that may act has an enemy in its area"


@rule("storm", "6.2a")
def test_one_damage_point_is_left() -> None:
    table = situation("turn 2; 16 352 Fus/352")
    for damage, text in ((3, "1 damage point is left."), (4, "2 damage points are left.")):
        table.attack = Attack(0, place(16), damage=damage)
        interrupt_effects.reduce_damage(table, GERMAN, card_type("iron-cross").uses[0], -1)
        assert table.news[-1].text == text
