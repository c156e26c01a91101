"""The formats of exported tables. Each module is a format of the same name and defines its `FORMAT`; nothing else is here."""
