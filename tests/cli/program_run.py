"""The type of the fixture `ramet`, for annotations."""

import subprocess
from collections.abc import Callable

Run = Callable[..., subprocess.CompletedProcess[str]]
