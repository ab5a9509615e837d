"""Files whose directories were made to keep readers busy."""

from __future__ import annotations

import dataclasses
import pathlib
import time

import pytest
import ramet
from crafted_file import CraftedFile, Key, string_object
from ramet.errors import CorruptError, UnsupportedError


def hello(file: CraftedFile) -> Key:
    return file.record(Key("TObjString", "hello"), string_object("hello"))


def test_many_keys_of_one_directory_in_many_levels_are_no_product(tmp_path: pathlib.Path) -> None:
    file = CraftedFile()
    keys = [hello(file)]
    for level in range(20):
        keys = [file.directory(f"d{level}", keys)] * 50
    with ramet.open(file.write(tmp_path / "fan.root", keys)) as opened:
        names = opened.keys()
    assert names[0] == "d19;1"
    assert len(names) == 21


def test_names_are_in_stored_order_a_directory_before_what_is_in_it(tmp_path: pathlib.Path) -> None:
    file = CraftedFile()
    inside = file.directory("in", [hello(file)])
    first = file.directory("d", [hello(file), inside])
    later = dataclasses.replace(file.directory("d", [file.record(Key("TObjString", "new"), b"")]), cycle=2)
    last = hello(file)
    with ramet.open(file.write(tmp_path / "order.root", [first, later, last])) as opened:
        assert opened.keys(cycle=False) == ["d", "d/new", "hello"]
        assert opened.keys() == ["d;1", "d;2", "d/new;1", "hello;1"]
        assert opened.keys(recursive=False) == ["d;1", "d;2", "hello;1"]
        assert len(opened) == 4
        assert opened["d;1"].keys() == ["hello;1", "in;1", "in/hello;1"]


def test_a_hundred_thousand_directories_are_listed_in_seconds(tmp_path: pathlib.Path) -> None:
    file = CraftedFile()
    empty = [file.directory(f"d{number}", []) for number in range(100_000)]
    with ramet.open(file.write(tmp_path / "many.root", empty)) as opened:
        began = time.process_time()
        assert len(opened.keys()) == 100_000
        assert time.process_time() - began < 20


def test_directories_in_more_levels_than_are_followed_are_an_error_with_their_path(tmp_path: pathlib.Path) -> None:
    file = CraftedFile()
    keys = [hello(file)]
    for _ in range(1500):
        keys = [file.directory("d", keys)]
    with ramet.open(file.write(tmp_path / "deep.root", keys)) as opened:
        with pytest.raises(UnsupportedError, match=r"deep\.root': 'd/d/.* lies 1000 levels deep"):
            opened.keys()
        assert opened.keys(recursive=False) == ["d;1"]


def test_a_directory_in_two_places_is_an_error(tmp_path: pathlib.Path) -> None:
    file = CraftedFile()
    inner = file.directory("inner", [hello(file)])
    opened = ramet.open(file.write(tmp_path / "two.root", [file.directory("outer", [inner]), inner]))
    with opened, pytest.raises(CorruptError, match=r"two\.root.*inner.* which occurs elsewhere too"):
        opened.keys()


def test_long_paths_of_many_keys_are_bounded(tmp_path: pathlib.Path) -> None:
    file = CraftedFile()
    keys = [dataclasses.replace(hello(file), name=f"h{number}") for number in range(10_000)]
    for _ in range(200):
        keys = [file.directory("d" * 250, keys)]
    opened = ramet.open(file.write(tmp_path / "long.root", keys))
    with opened, pytest.raises(UnsupportedError, match=r"long\.root': the paths of its keys take more than"):
        opened.keys()
