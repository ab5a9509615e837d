"""ROOT's TMath, as scripts use it beside dataframes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ramet.frames.sources import frame
from ramet.rdataframe.spelling import spelled_number

__all__ = ["TMath"]


class _Functions:
    """`TMath`: its functions and constants, as expressions have them: `TMath.Pi()`. Threads: immutable."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)

        def function(*numbers: Any) -> Any:
            text = f"TMath::{name}({', '.join(spelled_number(one) for one in numbers)})"
            return frame(entries=1).define("value", text).take("value").value[0].item()

        function.__name__ = name
        return function


TMath = _Functions()
