"""A projector and nothing else, in a process that is to be killed: `python -m tests.events.projections.projecting URL`."""

import sys

from tests.events.projections.world import World

if __name__ == "__main__":
    World(sys.argv[1]).projector().run(lambda: False)
