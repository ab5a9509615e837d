"""Uproot's modules for `import` statements: `from ramet.exceptions import KeyInFileError`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

__all__ = ["make_importable"]


def make_importable(package: str, namespaces: Iterable[Any]) -> None:
    """Have Python import namespaces, and those in them, as modules of the package. A module stays what it is."""
    for namespace in namespaces:
        is_module = isinstance(namespace, ModuleType)
        name = f"{package}.{namespace.__name__.rpartition('.')[2]}"
        inside = {key: getattr(namespace, key) for key in vars(namespace) if not key.startswith("_")}
        module = namespace if is_module else ModuleType(name, namespace.__doc__)
        if not is_module:
            vars(module).update(inside)
        sys.modules.setdefault(name, module)
        make_importable(name, (one for key, one in inside.items() if _is_namespace(key, one, is_module=is_module)))


def _is_namespace(key: str, value: Any, *, is_module: bool) -> bool:
    """Whether it stands for a module of uproot: these are documented as "`uproot....`"."""
    own = isinstance(value, type) and value.__name__ == key and (value.__doc__ or "").startswith("`uproot.")
    return own and (is_module or key.islower())
