"""HTTP handling that all routes share: bodies, requesters, limits, caching, problems, replies. No route and no table is here."""
