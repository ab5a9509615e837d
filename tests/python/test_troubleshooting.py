"""The messages in docs/guides/troubleshooting.md are messages that ramet produces."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import awkward as ak
import numpy as np
import pytest
import ramet

KILLED = Path(__file__).parents[1] / "compat" / "root_killed_tree.root"
PAGE = Path(__file__).parents[2] / "docs" / "guides" / "troubleshooting.md"
SEEN_ELSEWHERE = {  # what only ROOT can write, full disks and huge files; the C++ tests have these
    "its key says ... bytes, the tree says ...",
    "its baskets are in another file, '...': there is no file ... beside ...",
    "its baskets are in another file, '...': '...' is outside of the folder of ...",
    "the ntuple was written before its format was final",
    "no space left on device",
    "the largest possible record has ...",
    "file was not closed: ...",
    "root:// is read by the plugin libramet-xrootd.so",
}


def messages_of_page() -> list[str]:
    """The code in the first column of the tables whose first column is `message`; names of classes are no messages."""
    tables = re.findall(r"^\| message \|.*\n\|[- |]+\|\n((?:\|.*\n)+)", PAGE.read_text(), re.MULTILINE)
    cells = [line.split(" | ")[0] for table in tables for line in table.splitlines()]
    messages = [message for cell in cells for message in re.findall(r"`([^`]+)`", cell)]
    return [message for message in messages if not re.fullmatch(r"\w+Error", message)]


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The messages of the package for one mistake of each kind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("mistakes"))
        return [message_of(mistake) for mistake in [*reading_mistakes(), *writing_mistakes(), *parallel_mistakes()]]


def message_of(mistake: Callable[[], object]) -> str:
    with pytest.raises((ramet.RametError, TypeError)) as caught:
        mistake()
    return str(caught.value)


def reading_mistakes() -> list[Callable[[], object]]:
    with ramet.recreate("run7.root") as file:
        file.mktree("Events", {"pt": np.arange(5.0)})
    with ramet.recreate("two.root") as file:
        file.update({name: {"pt": np.arange(5.0)} for name in ("Events", "Runs")})
    Path("page.root").write_bytes(b"<html>" * 100)
    whole = Path("run7.root").read_bytes()
    Path("cut.root").write_bytes(whole[: len(whole) // 2])
    return [
        lambda: ramet.open("run8.root"),
        lambda: ramet.concatenate("nothing/run*.root:Events"),
        lambda: ramet.open("run7.root")["Event"],
        lambda: ramet.open("run7.root")["Events;3"],
        lambda: ramet.open("run7.root")["Events"]["p"],
        lambda: ramet.concatenate("two.root"),
        lambda: ramet.open("page.root"),
        lambda: ramet.recover(KILLED, "recovered.root"),
        open_without_packages,
        lambda: ramet.open("cut.root"),
    ]


def open_without_packages() -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("importlib.util.find_spec", lambda _: None)
        return ramet.open("root://host/run7.root")


def writing_mistakes() -> list[Callable[[], object]]:
    file = ramet.recreate("new.root")
    tree = file.mktree("Events", {"x": "int32", "y": "uint8"})
    return [
        lambda: ramet.recreate("nowhere/new.root"),
        lambda: ramet.recreate("gs://host/new.root"),
        lambda: tree.extend({"x": [1], "z": [1]}),
        lambda: tree.extend({"x": [1.5], "y": [1]}),
        lambda: tree.extend({"x": [1, 2], "y": [-1, 300]}),
        lambda: tree.extend({"x": [1, 2, 3], "y": [1, 2, 3, 4]}),
        lambda: tree.extend({"x": ak.Array([1, None]), "y": [1, 2]}),
        lambda: tree.extend({"x": np.ma.array([1, 2], mask=[0, 1]), "y": [1, 2]}),
        lambda: file.mktree("complex", {"x": "complex64"}),
    ]


def parallel_mistakes() -> list[Callable[[], object]]:
    held = ramet.ParallelWriter("held.root", "Events", {"x": "int32"})
    contexts = [held.context(), held.context()]
    dropped = ramet.ParallelWriter("dropped.root", "Events", {"x": "int32"})
    dropped.context().extend({"x": [1, 2]})
    small = ramet.ParallelWriter("small.root", "Events", {"x": "int32"}, memory_budget="300 kB")
    only = small.context()
    return [lambda: held.close() or contexts, dropped.close, lambda: small.context() or only]


@pytest.mark.parametrize("message", sorted(set(messages_of_page()) - SEEN_ELSEWHERE))
def test_a_message_of_the_page_is_given(message: str, given: list[str]) -> None:
    pattern = re.escape(message).replace(re.escape("..."), ".*").replace("run\\*", ".*run\\*")
    assert any(re.search(pattern, one) for one in given), given


def test_messages_seen_in_other_tests_are_on_the_page() -> None:
    assert set(messages_of_page()) >= SEEN_ELSEWHERE
    assert len(messages_of_page()) > 2 * len(SEEN_ELSEWHERE)
