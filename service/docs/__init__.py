"""The files that are served under `/docs`: the contract and the documentation; most are links to `docs/`. No route is here."""
