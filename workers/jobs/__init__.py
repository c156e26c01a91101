"""Jobs and the workers that run them: queues, leases, outcomes, parked jobs, and the moves of built-in players. It calls no address."""
