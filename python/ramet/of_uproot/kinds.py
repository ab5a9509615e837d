"""Classes of uproot for `isinstance`, and how uproot writes the names of ROOT's classes in its own."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from ramet.errors import RametError

__all__ = ["Kind", "classname_decode", "classname_encode", "kind_of"]

_MODEL = "Model_"


class Kind(type):
    """The type of classes that stand for a class of uproot: what is of certain classes of ROOT is an instance."""

    patterns: tuple[str, ...] = ()  # of ROOT's classes, which may have "*" and "[...]"

    def __instancecheck__(cls, value: object) -> bool:
        try:
            classname = getattr(value, "classname", None)
        except RametError:  # as of an axis that is of no file
            return False
        return isinstance(classname, str) and any(fnmatchcase(classname, one) for one in cls.patterns)


def kind_of(name: str, *patterns: str) -> Kind:
    """A class of this name whose instances are of these classes of ROOT.

    >>> import ramet
    >>> isinstance(ramet.Histogram(2, (0, 1)), kind_of("TH1", "TH1?"))
    True
    """
    return Kind(name, (), {"patterns": patterns})


def classname_encode(classname: str, version: int | None = None, unknown: bool = False) -> str:  # noqa: FBT001, FBT002
    """The name of uproot's class for a class of ROOT.

    >>> classname_encode("ROOT::TIOFeatures", 1), classname_encode("vector<float>")
    ('Model_ROOT_3a3a_TIOFeatures_v1', 'Model_vector_3c_float_3e_')

    Args:
        classname: of ROOT.
        version: of the class; None for any.
        unknown: whether nothing describes the class.
    """
    prefix = "Unknown_" if unknown else _MODEL
    if classname.startswith(prefix):
        raise ValueError(f"{classname!r} is encoded already")
    encoded = re.sub(rb"[^a-zA-Z0-9]+", lambda match: b"_" + match.group().hex().encode() + b"_", classname.encode())
    return prefix + encoded.decode() + ("" if version is None else f"_v{version}")


def classname_decode(encoded_classname: str) -> tuple[str, int | None]:
    """The class of ROOT and its version, of what uproot calls its class. An encoded character before "_v2", as "_" of a
    class that is called "Map_v2" itself, says that this is no version.

    >>> classname_decode("Model_ROOT_3a3a_TIOFeatures_v1"), classname_decode("Model_TTree")
    (('ROOT::TIOFeatures', 1), ('TTree', None))

    Raises ValueError for another name.
    """
    match = re.fullmatch(r"(?:Model|Unknown)_(.*?)(?:_v([0-9]+))?", encoded_classname)
    if match is None:
        raise ValueError(f"{encoded_classname!r} does not begin with 'Model_' or 'Unknown_'")
    name, version = match.groups()
    if version is not None and re.search(r"_(?:[0-9a-f]{2})+$", name):
        name, version = f"{name}_v{version}", None
    decoded = re.sub(rb"_((?:[0-9a-f]{2})+)_", lambda one: bytes.fromhex(one.group(1).decode()), name.encode())
    return decoded.decode(), None if version is None else int(version)
