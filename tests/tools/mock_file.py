"""The type of the fixture `write`, for annotations."""

from collections.abc import Callable

Write = Callable[[str, str], None]
