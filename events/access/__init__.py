"""Who may call: API keys, seat tokens, links that take a seat to another device. No HTTP: requests are read in `service.http`."""
