"""The contract and the pages that are served under `/docs`, as files; most are links to `docs/`."""
