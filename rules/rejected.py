"""The one way the rules say no: a code for programs, words for people."""


class Rejected(Exception):
    """A move or an order that the rules do not allow; nothing has changed.

    `code` is kebab-case, from the closed set of the game (`Game.rejections`) or of the table (`rules.table.REJECTIONS`);
    `detail` is one English sentence that says why and what would be allowed;
    `field` names the field of the request that is wrong (a dotted path such as `options.mode`), if one is;
    `rule` is the number of the rule or ruling that refuses it (such as `D2`), where there is one.
    """

    def __init__(self, code: str, detail: str, *, field: str | None = None, rule: str | None = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.field = field
        self.rule = rule
