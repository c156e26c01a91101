"""Tables whose log cannot be read whole: found once, set aside, brought back. Everything else continues (ADR 29)."""
