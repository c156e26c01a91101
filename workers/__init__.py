"""Work after the append: jobs and the reactor that follows the feed."""
