"""What the fixture `write` is, for annotations."""

from collections.abc import Callable

Write = Callable[[str, str], None]
