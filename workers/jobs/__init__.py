"""Jobs and the workers that run them: queues, leases, outcomes, and the moves of built-in players."""
