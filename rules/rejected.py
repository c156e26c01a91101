"""The exception with which the rules refuse: a code for programs, words for people."""


class Rejected(Exception):
    """The rules refuse a move or another command. Nothing has changed.

    `code` is kebab-case, from the closed set of the game (`Game.rejections`) or of the table (`rules.table.REJECTIONS`). `detail` is one
    English sentence that says why, and what is allowed. `field` names the wrong field of the request (a dotted path such as
    `options.mode`), if there is one. `rule` is the number of the rule or ruling that refuses (such as `D2`), if there is one.
    """

    def __init__(self, code: str, detail: str, *, field: str | None = None, rule: str | None = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.field = field
        self.rule = rule
