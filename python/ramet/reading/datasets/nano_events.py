"""Events of coffea, whose columns ramet reads."""

from __future__ import annotations

import fnmatch
import json
import uuid
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from ramet.arguments import names_in, whole_number
from ramet.errors import KeyInFileError, MisuseError, UnsupportedError
from ramet.reading.datasets.dataset import Dataset, open_places
from ramet.reading.datasets.places import Files, places_of

__all__ = ["nano_events"]

_MODES = ("virtual", "eager")


def nano_events(
    files: Files,
    *,
    schemaclass: Any = None,
    columns: str | Iterable[str] = (),
    entry_start: int | None = None,
    entry_stop: int | None = None,
    mode: str = "virtual",
    metadata: Mapping[str, Any] | None = None,
    access_log: list[Any] | None = None,
) -> Any:
    """A NanoEventsFactory of coffea that reads through ramet, of one or several files as one; needs coffea. Its
    `events()` are those of `NanoEventsFactory.from_root`: an Awkward Array with a schema's records and behaviours.

    >>> factory = ramet.nano_events("nano.root:Events", columns=["Muon_pt", "Muon_eta"])  # doctest: +SKIP
    >>> factory.events().Muon.pt  # doctest: +SKIP

    Args:
        files: as of `ramet.open_many`.
        schemaclass: of coffea; by default NanoAODSchema.
        columns: names or patterns, "Muon_*", of those that are read together, when the first of them is looked at:
            over a network that takes one trip instead of one for each. Others are read one by one, when they are
            looked at.
        entry_start: the first entry; by default 0.
        entry_stop: one past the last; by default all.
        mode: "virtual" reads columns when they are looked at, "eager" all at once.
        metadata: of the events, as of coffea.
        access_log: gets the columns that are looked at, as of coffea.

    Raises:
        ImportError: coffea is not there.
        UnsupportedError: the coffea that is there has other internals than those that this was made for.
        MisuseError: another mode.
        KeyInFileError: a name or pattern of `columns` matches none.
    """
    if mode not in _MODES:
        raise MisuseError(f"mode={mode!r}: there are {' and '.join(map(repr, _MODES))}")
    try:
        from coffea.nanoevents import NanoAODSchema, NanoEventsFactory
        from ramet.reading.datasets.nano_mapping import RametSourceMapping, base_form_of
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "coffea" and error.name != "coffea":
            raise UnsupportedError(f"this coffea has no {error.name}: ramet needs 2026.9 or one like it") from None
        raise
    source = open_places(places_of(files))
    first = 0 if entry_start is None else whole_number(entry_start, "entry_start", 0)
    last = source.num_entries if entry_stop is None else min(whole_number(entry_stop, "entry_stop"), source.num_entries)
    key = (str(uuid.uuid4()), "events", f"{first}-{max(first, last)}")
    together = frozenset(name for pattern in names_in(columns) for name in _matching(source, pattern))
    mapping = RametSourceMapping(source, first, max(first, last), together, access_log, virtual=mode == "virtual")
    mapping.preload_column_source(key[0], key[1], source)
    form = base_form_of(source)
    schema = NanoAODSchema if schemaclass is None else schemaclass
    given = None if metadata is None else json.loads(json.dumps(dict(metadata)))
    return NanoEventsFactory._from_mapping(mapping, key, form, schema, given, mode=mode)


def _matching(source: Dataset, pattern: str) -> list[str]:
    """The columns that a name or pattern names."""
    names = source.keys()
    found = [pattern] if pattern in names else [name for name in names if fnmatch.fnmatchcase(name, pattern)]
    if not found:
        near = get_close_matches(pattern, names, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise KeyInFileError.of(pattern, f"columns: there is no column {pattern!r}{hint}")
    return found
