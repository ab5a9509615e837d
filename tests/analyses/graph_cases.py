"""What the adapters of the corpus share: graphs, whose results are booked first and read then, and drawings."""

from __future__ import annotations

import pathlib
import shutil
import tempfile
from collections.abc import Callable
from typing import Any, ClassVar

import ramet
from draw_cases import DRAWING, DrawCase

__all__ = ["Adapter", "GraphCase", "Read"]

Read = Callable[[], dict[str, Any]]


class GraphCase:
    """A case of a graph, at work. A face of ramet says how a source is made, a step is taken, and a result is asked
    for. Threads: one thread."""

    def __init__(self, data: pathlib.Path, output: pathlib.Path, case: dict[str, Any]) -> None:
        self._data = data
        self._output = output
        self._case = case
        self._approx = case["approx"]

    def run(self) -> list[dict[str, Any]]:
        """The results."""
        node = self._source(self._case["input"])
        nodes = {"root": node}
        for step in self._case["steps"]:
            node = self._call(nodes[step["from"]] if "from" in step else node, step)
            if "as" in step:
                nodes[step["as"]] = node
        booked = [self._book(nodes[one["node"]] if "node" in one else node, one) for one in self._case["results"]]
        return [read() for read in booked]

    def _source(self, source: dict[str, Any]) -> Any:
        raise NotImplementedError

    def _call(self, node: Any, step: dict[str, Any]) -> Any:
        raise NotImplementedError

    def _book(self, node: Any, wanted: dict[str, Any]) -> Read:
        """Ask for a result; gives the function that reads it."""
        raise NotImplementedError


class Adapter:
    """Runs cases with a face of ramet."""

    _graph: ClassVar[type[GraphCase]]

    def __init__(self, data: pathlib.Path) -> None:
        self._data = pathlib.Path(data)

    def run(self, case: dict[str, Any]) -> dict[str, Any]:
        """The results of a case."""
        output = pathlib.Path(tempfile.mkdtemp(prefix="ramet"))
        try:
            if any(step["op"] in DRAWING for step in case["steps"]):
                return {"results": DrawCase(self._data, case).run()}
            return {"results": self._graph(self._data, output, case).run()}
        except ramet.UnsupportedError as error:
            raise NotImplementedError(str(error)) from error
        finally:
            shutil.rmtree(output, ignore_errors=True)
