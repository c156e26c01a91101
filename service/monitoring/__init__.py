"""What /metrics shows of the store, the queue and the programs that answer no requests: read at each scrape, never counted here."""
