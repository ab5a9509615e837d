"""What a merge does with trees and ntuples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Literal, TypedDict, TypeVar

from ramet import _core
from ramet.errors import MisuseError
from ramet.sizes import byte_count

__all__ = ["TableChoices", "apply_choices", "named"]

_Choice = TypeVar("_Choice", bound=Enum)


class TableChoices(TypedDict, total=False):
    """Keywords of `merge` for trees and ntuples."""

    cluster: Literal["auto", "keep"] | int | str
    """The size of clusters, uncompressed, as "64 MB": baskets and clusters are joined to larger ones, without decoding
    values. "auto", the default: joined if most are small. "keep": as they are stored."""
    order: Literal["given", "natural"] | str
    """The order of the files: as they are given, "natural": by name, with numbers in names by their value, or
    "column:run,event": by the values of these columns in their first entries."""
    max_size: int | str
    """Split an output of more bytes, as "10 GB", between the files into "all.root", "all_1.root", ...; one of them is
    larger if one of the files is."""
    metadata: Literal["refuse", "first", "join"]
    """User info, aliases and friends of trees that differ: refuse, the default; keep the first tree's; or join them: in
    user info, parameters, histograms and lists of one name are joined as elsewhere, all others stand once."""
    tables: str | Iterable[str]
    """The tables that the next keywords change; may be left out if there is only one. They are written again, as by
    `Frame.snapshot`."""
    keep: str | Iterable[str]
    """The columns that they get: names, or patterns as "Muon_*"."""
    drop: str | Iterable[str]
    """Columns that they do not get."""
    define: Mapping[str, str]
    """New columns, or other meanings of columns, with their expressions."""
    where: str | Iterable[str]
    """Entries stay for which these expressions are true; the others are `lost_entries` of the report."""
    to: Literal["tree", "ntuple"]
    """Write all tables as trees or as ntuples."""


def apply_choices(options: _core.MergeOptions, choices: TableChoices, *, packs_anew: bool) -> None:
    """Set the choices. Raises MisuseError for wrong ones, and TypeError for others than those above."""
    unknown = set(choices) - set(TableChoices.__annotations__)
    if unknown:
        raise TypeError(f"merge() got an unexpected keyword argument {min(unknown)!r}")
    _core.set_table_options(
        options,
        _core.OnOtherCompression.pack_anew if packs_anew else _core.OnOtherCompression.keep,
        *gathering(choices.get("cluster", "auto")),
        *_order_of(choices.get("order", "given")),
        byte_count(choices["max_size"], "max_size", least=1) if "max_size" in choices else None,
    )
    _core.set_table_changes(
        options,
        named(_core.OnOtherMetadata, choices.get("metadata", "refuse"), "metadata"),
        _texts(choices.get("tables", ())),
        _texts(choices.get("keep", ())),
        _texts(choices.get("drop", ())),
        list(choices.get("define", {}).items()),
        _texts(choices.get("where", ())),
        _format_named(choices["to"]) if "to" in choices else None,
    )


def gathering(cluster: int | str) -> tuple[_core.Gather, int | None]:
    """When small baskets are gathered, and the size of clusters, if it is said. Raises MisuseError."""
    gather = {"auto": _core.Gather.small, "keep": _core.Gather.never}.get(str(cluster), _core.Gather.always)
    return gather, byte_count(cluster, "cluster", least=1) if gather == _core.Gather.always else None


def named(choices: type[_Choice], name: str, argument: str) -> _Choice:
    """The member of an enumeration that a text names. Raises MisuseError for another text."""
    try:
        return choices[name.replace(" ", "_")]
    except (KeyError, AttributeError):
        allowed = ", ".join(repr(one.name.replace("_", " ")) for one in choices)
        raise MisuseError(f"{argument} is {name!r}, expected one of {allowed}") from None


def _order_of(text: str) -> tuple[_core.InputOrder, list[str]]:
    if isinstance(text, str) and text.startswith("column:"):
        columns = text.removeprefix("column:").split(",")
        if all(columns):
            return _core.InputOrder.columns, columns
    if text not in ("given", "natural"):
        raise MisuseError(f"order is {text!r}, expected 'given', 'natural' or 'column:NAME,NAME'")
    return _core.InputOrder[text], []


def _texts(texts: str | Iterable[str]) -> list[str]:
    return [texts] if isinstance(texts, str) else [str(text) for text in texts]


def _format_named(name: str) -> _core.Format:
    formats = {"tree": _core.Format.ttree, "ntuple": _core.Format.rntuple}
    if name not in formats:
        raise MisuseError(f"to is {name!r}, expected 'tree' or 'ntuple'")
    return formats[name]
