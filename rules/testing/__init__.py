"""The kit for the tests of a game: rulings, stories, refusals, secrets, whole games, laws, simulation. It reads no clock, no store.

`laws` hold in every game. A game's own tests tell its rules with `rulings`, rows of a table, or with a `Story` and `fixed_dice`, reach
every refusal with `refusals`, name what is hidden with `secrets.hidden`, and check what must hold in `whole_games` of built-in players.
No game uses the kit. Everything raises AssertionError; `pytest.register_assert_rewrite("rules.testing")` in a `conftest.py` makes pytest
explain it.
"""
