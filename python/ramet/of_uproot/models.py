"""`uproot.models`: `models.TH.Model_TH1D_v3` is a class whose instances are the objects of ROOT's class TH1D.

The version that a name has at its end is left out: which versions there are is ramet's own business.
"""

from __future__ import annotations

import functools

from ramet.of_uproot.kinds import Kind, classname_decode, kind_of

__all__: list[str] = []


class Models:
    """The models of one module of uproot. Which module a class is in does not matter."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Kind:
        if not name.startswith("Model_"):
            raise AttributeError(f"uproot.models.{self._module} has no {name!r} here, only classes 'Model_...'")
        return _model(name)

    def __repr__(self) -> str:
        return f"<the models of uproot.models.{self._module}>"


@functools.lru_cache(maxsize=1024)
def _model(name: str) -> Kind:
    return kind_of(name, classname_decode(name)[0])


def __getattr__(name: str) -> Models:
    if name.startswith("_"):
        raise AttributeError(name)
    return Models(name)
