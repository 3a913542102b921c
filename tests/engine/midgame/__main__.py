"""Records the positions anew."""

from tests.engine.midgame.recorded import record

record()
