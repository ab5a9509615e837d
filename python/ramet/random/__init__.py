"""Random numbers that do not depend on threads, batches or order: each is a function of seed, stream, entry and draw.

>>> from ramet.random import Draws, Stream
>>> noise = Stream(seed=1, name="noise")
>>> numbers = noise.normal(5, mean=10, sigma=2)
>>> again = noise.normal(2, mean=10, sigma=2, draws=Draws(first_entry=3))  # of the entries 3 and 4
>>> again.tolist() == numbers[3:].tolist()
True
"""

from __future__ import annotations

from ramet.random.draws import Draws, keys_of
from ramet.random.stream import Stream
from ramet.random.tables import BinTable, FunctionTable

__all__ = ["BinTable", "Draws", "FunctionTable", "Stream", "keys_of"]
