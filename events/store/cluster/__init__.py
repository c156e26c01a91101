"""A store on a Redis or Valkey Cluster: which node serves a key, commands that follow moved slots and fail-overs, and blocking reads."""
