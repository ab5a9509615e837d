"""The lines that users of uproot type give the same with both packages, but for those that are listed with a reason."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pandas as pd
import pytest
import ramet
from reference.uproot_typed import TYPED, Topic, counts, topics
from typed_names import names_of, write_files

uproot = pytest.importorskip("uproot")

TOPICS = topics(tomllib.loads(TYPED.read_text()))
SAME = [(topic, line) for topic in TOPICS for line in topic.same]
OTHER = [(topic, line) for topic in TOPICS for line in topic.other]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("typed")
    write_files(folder)
    return folder


@pytest.fixture(scope="module")
def names(folder: Path) -> dict[str, dict[str, Any]]:
    return {package.__name__: names_of(package, str(folder)) for package in (ramet, uproot)}


def plain(value: Any) -> Any:
    """The values that both packages must agree on."""
    if isinstance(value, ak.Array):
        return value.to_list()
    if isinstance(value, pd.DataFrame | pd.Series):
        return plain(value.to_dict())
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value if isinstance(value, str | int | float | bool | None) else repr(value)


def result_of(line: str, topic: Topic, names: dict[str, Any], package: Any) -> Any:
    """The value of a line; of one that writes what uproot reads in the file that it made."""
    if "uproot.dask(" in line:
        pytest.importorskip("dask_awkward")
    if not topic.writes:
        return plain(eval(line, names))
    path = Path(names["folder"]) / f"written_by_{package.__name__}.root"
    with package.recreate(path) as out:
        exec(line, names | {"out": out})
    file = uproot.open(path)
    kinds = {name: kind for name, kind in file.classnames(cycle=False).items() if kind != "TDirectory"}
    return {name: (kind, plain(contents_of(file[name]))) for name, kind in kinds.items()}


def contents_of(found: Any) -> Any:
    """The values of a tree, ntuple, histogram, graph or text."""
    if hasattr(found, "num_entries") and hasattr(found, "arrays"):
        title = found.title if found.classname == "TTree" and found.title != found.name else ""  # both mean none
        return title, {name: found[name].array() for name in sorted(set(found.keys()))}
    if hasattr(found, "values") and not hasattr(found, "axes"):
        return found.values()
    return [found.values(flow=True), found.variances(flow=True)] if hasattr(found, "axes") else str(found)


@pytest.mark.parametrize(("topic", "line"), SAME, ids=[line for _, line in SAME])
def test_the_same_lines_give_the_same(topic: Topic, line: str, names: dict[str, dict[str, Any]]) -> None:
    ours, theirs = (result_of(line, topic, names[package.__name__], package) for package in (ramet, uproot))
    assert ours == theirs or repr(ours) == repr(theirs)


@pytest.mark.parametrize(("topic", "line"), OTHER, ids=[line for _, line in OTHER])
def test_other_lines_raise_an_error_or_give_another_value(
    topic: Topic, line: str, names: dict[str, dict[str, Any]]
) -> None:
    try:
        ours = result_of(line, topic, names["ramet"], ramet)
    except (NameError, SyntaxError):
        raise
    except Exception as error:
        ours = repr(error)
    else:
        assert ours != result_of(line, topic, names["uproot"], uproot)
    assert ours is not None


def test_each_line_is_there_once() -> None:
    lines = [line for _, line in SAME + OTHER]
    assert len(lines) == len(set(lines))


def test_at_least_93_percent_of_the_lines_give_the_same() -> None:
    same, every = counts(TOPICS)
    assert (same, every) == (len(SAME), len(SAME) + len(OTHER))
    assert same / every >= 0.93
