"""A tree: a mapping of branches."""

from __future__ import annotations

import difflib
import html
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TextIO

from ramet import _core
from ramet.errors import KeyInFileError
from ramet.reading.branch import Branch
from ramet.reading.filters import NameFilter, make_filter
from ramet.reading.values import as_table, check_library, part_of_table
from ramet.sizes import byte_count

__all__ = ["Tree"]

_READ_AT_ONCE = 32 << 20  # bytes, uncompressed, for steps that are smaller


class Tree(Mapping[str, Branch]):
    """A TTree: a mapping from names to branches. Any number of threads may read it at once.

    Branches below others have paths, "parent/child"; a name alone finds them, too. A missing name is a KeyInFileError
    that suggests near ones.
    """

    def __init__(self, core: _core.Tree, file_name: str) -> None:
        self._core = core
        self._file_name = file_name
        self._all = [Branch(self, branch) for branch in core.branches]
        self._branches: dict[str, Branch] = {}
        self._by_name: dict[str, Branch] = {}
        for branch in self._all:  # the first of those that have one name is the one that it means
            self._branches.setdefault(branch.path, branch)
            self._by_name.setdefault(branch.name, branch)

    # --- what it is ----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Its name, without directories."""
        return self._core.name

    @property
    def title(self) -> str:
        """Its title."""
        return self._core.title

    @property
    def num_entries(self) -> int:
        """How many entries it has."""
        return self._core.num_entries

    @property
    def compressed_bytes(self) -> int:
        """Bytes of all baskets in the file, as the tree records them."""
        return self._core.compressed_bytes

    @property
    def uncompressed_bytes(self) -> int:
        """Bytes of all baskets unpacked, as the tree records them."""
        return self._core.uncompressed_bytes

    @property
    def clusters(self) -> list[tuple[int, int]]:
        """First entry and one past the last of each cluster, the parts that a tree is best read in."""
        starts = self._core.cluster_starts
        return list(pairwise(starts))

    @property
    def branches(self) -> list[Branch]:
        """All branches, parents before their children; also those that share a name, which the mapping has once."""
        return list(self._all)

    def __repr__(self) -> str:
        return f"<Tree {self.name!r} ({len(self)} branches) of {self.num_entries} entries>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(branch.path)}</td><td>{html.escape(branch.typename)}</td>"
            f"<td>{branch.num_baskets}</td><td>{branch.compressed_bytes}</td><td>{branch.uncompressed_bytes}</td></tr>"
            for branch in self._branches.values()
        )
        head = "<tr><th>branch</th><th>type</th><th>baskets</th><th>compressed</th><th>uncompressed</th></tr>"
        return f"<table><caption>{html.escape(self.name)}: {self.num_entries} entries</caption>{head}{rows}</table>"

    def show(self, stream: TextIO | None = None) -> None:
        """Print the branches and their types, to the standard output or a stream."""
        width = max((len(path) for path in self._branches), default=4)
        lines = [f"{'name':{width}} | type", f"{'-' * width}-+-{'-' * 30}"]
        lines += [f"{path:{width}} | {branch.typename}" for path, branch in self._branches.items()]
        print("\n".join(lines), file=stream or sys.stdout)

    # --- a mapping -----------------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Branch:
        found = self._branches.get(name) or self._by_name.get(name)
        if found is None:
            raise self._missing(name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._branches or name in self._by_name

    def __iter__(self) -> Iterator[str]:
        return iter(self._branches)

    def __len__(self) -> int:
        return len(self._branches)

    def __enter__(self) -> Tree:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing: the file is closed when the last tree of it is gone."""

    def _missing(self, name: object) -> KeyInFileError:
        near = difflib.get_close_matches(str(name), list(self._branches), n=3)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        return KeyInFileError(f"no branch {name!r} in tree {self.name!r} of {self._file_name!r}{hint}")

    def keys(self, *, filter_name: NameFilter = None, filter_typename: NameFilter = None) -> list[str]:  # type: ignore[override]
        """The paths of the branches, those below others too, that pass the filters (see `arrays`), in stored order."""
        return [branch.path for branch in self._chosen(filter_name, filter_typename)]

    def typenames(self, *, filter_name: NameFilter = None, filter_typename: NameFilter = None) -> dict[str, str]:
        """The types of the branches as C++ would spell them, by path; "unknown" for what ramet does not read."""
        return {branch.path: branch.typename for branch in self._chosen(filter_name, filter_typename)}

    def _chosen(self, filter_name: NameFilter, filter_typename: NameFilter) -> list[Branch]:
        has_name, has_typename = make_filter(filter_name), make_filter(filter_typename)
        return [
            branch
            for branch in self._branches.values()
            if (has_name(branch.path) or has_name(branch.name)) and has_typename(branch.typename)
        ]

    # --- reading -------------------------------------------------------------------------------------------------

    def arrays(
        self,
        names: str | Iterable[str] | None = None,
        *,
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: int | None = None,
        entry_stop: int | None = None,
        library: str = "ak",
    ) -> Any:
        """Read several branches, entries [entry_start, entry_stop), on all cores.

        Args:
            names: those to read; without it all that ramet can read and that pass the filters. A branch that groups
                others means these.
            filter_name: a glob, "/a regular expression/", a list of these, or a function of a name.
            filter_typename: the same for types, as `typenames` spells them.
            entry_start: the first entry; clipped as in a slice, negative ones count from the end.
            entry_stop: one past the last, likewise.
            library: "ak" for an awkward array with a record for each entry, "np" for a dict of NumPy arrays.

        Raises:
            KeyInFileError: a name is not there.
            UnsupportedError: a branch that was named cannot be read.
            CorruptError: the file contradicts itself, with branch, basket and offset.
            FileIOError: the system refused to read.
        """
        check_library(library)
        chosen = self._wanted(names, filter_name, filter_typename)
        first, last = self.entry_range(entry_start, entry_stop)
        columns = self.read(list(chosen.values()), first, last)
        return as_table(dict(zip(chosen, columns, strict=True)), last - first, library)

    def iterate(
        self,
        names: str | Iterable[str] | None = None,
        *,
        step_size: int | str = "100 MB",
        filter_name: NameFilter = None,
        filter_typename: NameFilter = None,
        entry_start: int | None = None,
        entry_stop: int | None = None,
        library: str = "ak",
    ) -> Iterator[Any]:
        """Read as `arrays` does, in steps, so that only one of them is in memory.

        Args:
            names: as of `arrays`, like all that is not listed here.
            step_size: entries, or about so many uncompressed bytes, as "100 MB".
            filter_name: as of `arrays`.
            filter_typename: as of `arrays`.
            entry_start: as of `arrays`.
            entry_stop: as of `arrays`.
            library: as of `arrays`.

        Yields:
            What `arrays` returns, of neighbouring entries in order. Small steps are parts of what was read together.

        Raises:
            ValueError: the step is not above 0.
        """
        check_library(library)
        chosen = self._wanted(names, filter_name, filter_typename)
        first, last = self.entry_range(entry_start, entry_stop)
        branches = list(chosen.values())
        step = self._step_of(branches, step_size)
        span = step * self._steps_at_once(branches, step)
        for begin in range(first, last, span):
            end = min(begin + span, last)
            columns = dict(zip(chosen, self.read(branches, begin, end), strict=True))
            table = as_table(columns, end - begin, library)
            for at in range(0, end - begin, step):
                yield part_of_table(table, at, min(at + step, end - begin), library)

    def num_entries_for(self, memory_size: int | str, names: str | Iterable[str] | None = None) -> int:
        """How many entries of some branches have about so many bytes; at least 1.

        Args:
            memory_size: uncompressed bytes, as 1000000 or "100 MB".
            names: the branches; all that can be read by default.
        """
        return self._entries_for(list(self._wanted(names, None, None).values()), byte_count(memory_size))

    def read(self, branches: Sequence[Branch], first: int, last: int) -> list[_core.Array]:
        """Read entries [first, last) as ramet itself holds them; `arrays` is what programs want."""
        return self._core.read([branch.core for branch in branches], first, last)

    def entry_range(self, entry_start: int | None, entry_stop: int | None) -> tuple[int, int]:
        """The entries that a pair of arguments means, as slices of Python do: clipped, negative ones from the end."""
        first, last, _ = slice(entry_start, entry_stop).indices(self.num_entries)
        return first, max(first, last)

    def _wanted(
        self, names: str | Iterable[str] | None, filter_name: NameFilter, filter_typename: NameFilter
    ) -> dict[str, Branch]:
        if names is None:
            return {branch.path: branch for branch in self._chosen(filter_name, filter_typename) if branch.is_readable}
        wanted: dict[str, Branch] = {}
        for name in [names] if isinstance(names, str) else names:
            branch = self[name]
            if branch.core.is_group:
                below = [one for one in self._branches.values() if one.path.startswith(branch.path + "/")]
                wanted.update((one.path, one) for one in below if one.is_readable)
            else:
                wanted[name] = branch
        return wanted

    def _step_of(self, branches: Sequence[Branch], step_size: int | str) -> int:
        step = step_size if isinstance(step_size, int) else self._entries_for(branches, byte_count(step_size))
        if step < 1:
            raise ValueError(f"step_size {step_size!r} is not a number of entries above 0, nor of bytes as '100 MB'")
        return step

    def _steps_at_once(self, branches: Sequence[Branch], step: int) -> int:
        """How many small steps to read together, so that no basket is decompressed for each of them again."""
        whole_cluster = self.num_entries // max(1, len(self.clusters))
        return max(1, min(whole_cluster, self._entries_for(branches, _READ_AT_ONCE)) // step)

    def _entries_for(self, branches: Sequence[Branch], size: int) -> int:
        total = sum(branch.uncompressed_bytes for branch in branches)
        return max(1, round(size * self.num_entries / total)) if total else max(1, self.num_entries)
