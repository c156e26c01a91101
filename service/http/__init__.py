"""What every request shares: body, requester, limits, caching, problems, replies. No route and no table is here."""
