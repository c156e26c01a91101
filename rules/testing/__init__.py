"""The kit for the tests of a game: stories, refusals, secrets, whole games, laws, simulation. No game uses it; it reads no clock, no store.

`laws` hold in every game. A game's own tests tell its rules with a `Story` (given, when, then) and `fixed_dice`, reach every refusal with
`refusals`, name what is hidden with `secrets.hidden`, and check what must hold in `whole_games` of built-in players. Everything raises
AssertionError; `pytest.register_assert_rewrite("rules.testing")` in a `conftest.py` makes pytest explain it.
"""
