"""Which files patterns of servers name, and in which order: the same of S3, XRootD and fsspec."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, ClassVar

import fsspec
import pytest
import ramet
from ramet.reading.datasets.places import places_of
from ramet.servers import fsspec_files, opening, s3_listing, xrootd
from ramet.servers.patterns import is_pattern
from ramet.servers.waiting import Answers

NAMES = ["b", "a10", "a2", "a1", ".a3", ".hidden", "sub/a4", "sub/deep/a5", ".old/a6", "sub/.a7", "A1", "a1.txt/x"]
FILES = [f"{name}.root" for name in NAMES]
Find = Callable[[str], list[str]]


def _below(urls: list[str]) -> list[str]:
    return [url.partition("runs/")[2] for url in urls]


class _FileSystem:
    """XRootD's, of the names above."""

    listed: ClassVar[list[str]] = []

    def __init__(self, url: str) -> None:
        self.url = url

    def dirlist(self, path: str, *, callback: Any, flags: int, **_: Any) -> Any:
        _FileSystem.listed.append(path)
        folder = path.partition("?")[0].removeprefix("/runs/")
        below = [name.removeprefix(folder) for name in FILES if name.startswith(folder)]
        kinds = {name.partition("/")[0]: int("/" in name) for name in below}
        entries = [
            SimpleNamespace(name=name, statinfo=SimpleNamespace(flags=is_folder) if flags else None)
            for name, is_folder in kinds.items()
        ]
        is_there = bool(entries)
        callback(SimpleNamespace(ok=is_there, message="no such folder", errno=3011), entries, None)
        return SimpleNamespace(ok=True)


def _of_xrootd(pattern: str) -> list[str]:
    return _below(xrootd.matches(f"root://host//runs/{pattern}", Answers()))


def _of_s3(pattern: str) -> list[str]:
    return _below(s3_listing.matches(f"s3://bucket/runs/{pattern}"))


def _of_fsspec(pattern: str) -> list[str]:
    return _below(fsspec_files.matches(f"memory://runs/{pattern}"))


@pytest.fixture(autouse=True)
def _servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    client = SimpleNamespace(
        FileSystem=_FileSystem,
        flags=SimpleNamespace(DirListFlags=SimpleNamespace(NONE=0, STAT=1), StatInfoFlags=SimpleNamespace(IS_DIR=1)),
        URL=lambda url: SimpleNamespace(protocol="root", hostid="host", path=url.removeprefix("root://host/")),
    )
    monkeypatch.setattr(xrootd, "_client", lambda: client)
    monkeypatch.setattr(opening, "_require", lambda module, url, package: None)
    monkeypatch.setattr(s3_listing, "_names", lambda access, store, prefix: [f"runs/{file}" for file in FILES])
    _FileSystem.listed.clear()
    files = fsspec.filesystem("memory")
    for name in FILES:
        files.pipe_file(f"/runs/{name}", b"")
    yield
    files.rm("/runs", recursive=True)


@pytest.mark.parametrize("find", [_of_s3, _of_fsspec, _of_xrootd])
@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*.root", ["A1", "a1", "a10", "a2", "b"]),
        ("a*.root", ["a1", "a10", "a2"]),
        ("a?.root", ["a1", "a2"]),
        ("a[12].root", ["a1", "a2"]),
        ("a[1-9]*.root", ["a1", "a10", "a2"]),
        ("[!a]*.root", ["A1", "b"]),
        ("[Aa]1.root", ["A1", "a1"]),
        (".*.root", [".a3", ".hidden"]),
        (".a[0-9].root", [".a3"]),
        ("none*.root", []),
    ],
)
def test_patterns_name_the_same_files_everywhere(find: Find, pattern: str, found: list[str]) -> None:
    assert find(pattern) == [f"{name}.root" for name in found]


@pytest.mark.parametrize("find", [_of_s3, _of_fsspec, _of_xrootd])
@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("sub/*.root", ["sub/a4"]),
        ("s[tu]b/deep/a?.root", ["sub/deep/a5"]),
        ("*/none/*.root", []),
        ("*/*/a*.root", ["sub/deep/a5"]),
        ("*/a*.root", ["sub/a4"]),
        ("sub/**/a5.root", ["sub/deep/a5"]),
        (".old/*.root", [".old/a6"]),
        ("sub/.*.root", ["sub/.a7"]),
    ],
)
def test_patterns_lead_into_folders(find: Find, pattern: str, found: list[str]) -> None:
    assert find(pattern) == [f"{name}.root" for name in found]


def test_two_stars_leave_out_what_is_hidden() -> None:
    assert _of_fsspec("**/a[4-7].root") == ["sub/a4.root", "sub/deep/a5.root"]
    assert _of_s3("**a[4-7].root") == ["sub/a4.root", "sub/deep/a5.root"]
    with pytest.raises(ramet.MisuseError, match="'memory://runs/a\\*\\*.root': Invalid pattern"):
        _of_fsspec("a**.root")


def test_two_stars_of_xrootd_are_any_folders() -> None:
    assert _of_xrootd("**/a[1-7].root") == [f"{name}.root" for name in ("a1", "a2", "sub/a4", "sub/deep/a5")]
    assert _of_xrootd("**/deep/*.root") == ["sub/deep/a5.root"]


@pytest.mark.parametrize("pattern", ["**/a[1-7].root", "**/**/a*.root", "*/**/a*.root", "**/*/a*.root"])
def test_xrootd_is_asked_once_for_each_folder(pattern: str) -> None:
    assert _of_xrootd(pattern)
    assert sorted(_FileSystem.listed) == sorted(set(_FileSystem.listed))


@pytest.mark.parametrize("url", ["root://ho*t//runs/a1.root", "root://ho*t", "root://host?"])
def test_hosts_of_xrootd_are_no_patterns(url: str) -> None:
    with pytest.raises(ramet.MisuseError, match="a pattern is root://HOST//PATTERN"):
        xrootd.matches(url, Answers())


@pytest.mark.parametrize("url", ["root://host//none/*.root", "root://host//runs/none/a*.root"])
def test_a_folder_of_xrootd_that_is_not_there_is_missing(url: str) -> None:
    with pytest.raises(ramet.FileMissingError, match="no such folder"):
        places_of(f"{url}:Events")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://host/a*.root", False),
        ("https://host/a.root?X-Amz-Signature=a*b[c]", False),
        ("root://host//a.root?authz=Bearer%20a*b", False),
        ("root://host//a?.root?authz=Bearer%20x", True),
        ("ROOT://host//*/a.root", True),
        ("s3://bucket/a?.root", False),
        ("s3://bucket/a*.root", True),
        ("davs://host/a.root?authz=x", False),
        ("gs://bucket/a?.root", True),
        ("gs://bucket/a.root", False),
        ("root://[::1]:1094//a.root", False),
        ("root://me@[::1]//a*.root", True),
    ],
)
def test_a_query_is_no_pattern(url: str, *, expected: bool) -> None:
    assert is_pattern(url) is expected


def test_a_file_of_which_a_server_is_told_something_is_not_listed() -> None:
    url = "root://host//runs/a1.root?authz=Bearer%20x"
    assert places_of(f"{url}:Events") == [(url, "Events")]
    assert not _FileSystem.listed


def test_what_xrootd_is_told_is_told_for_the_folder_and_stays() -> None:
    found = xrootd.matches("root://host//runs/a?.root?authz=Bearer/a*b&x=1", Answers())
    assert found == [f"root://host//runs/a{number}.root?authz=Bearer/a*b&x=1" for number in (1, 2)]
    assert _FileSystem.listed == ["/runs/?authz=Bearer/a*b&x=1"]


@pytest.mark.parametrize("url", ["s3://bucket/runs/none*.root", "memory://runs/none*.root"])
def test_a_pattern_without_files_is_missing(url: str) -> None:
    with pytest.raises(ramet.FileMissingError, match="no file matches"):
        places_of(f"{url}:Events")


def test_urls_whose_tree_is_named_apart_are_not_split() -> None:
    url = "https://host/a.root?token=a:b"
    assert places_of({url: "Events"}) == [(url, "Events")]
