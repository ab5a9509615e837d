"""What is shown of URLs with passwords and tokens: neither of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fsspec
import numpy as np
import pytest
import ramet
from fsspec.spec import AbstractFileSystem
from ramet.distribute import Processes
from ramet.rdataframe import RDataFrame
from ramet.servers import s3_listing
from ramet.servers.secrets import without_secrets
from range_server import RangeServer

SECRET = "s3cr3t"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The URL of a file, and of one that is not there."""
    folder = tmp_path_factory.mktemp("secrets")
    with ramet.recreate(folder / "a.root") as file:
        file.mktree("Events", {"x": "float64"}).extend({"x": np.arange(1_000.0)})
        file.mktree("Other", {"y": "float64"}).extend({"y": np.arange(10.0)})
    with RangeServer(folder) as server:
        base = server.url.replace("http://", f"http://me:{SECRET}@")
        query = f"?X-Amz-Signature={SECRET}&token={SECRET}&sig={SECRET}"
        yield f"{base}/a.root{query}", f"{base}/none.root{query}"


def _trace(url: str) -> ramet.Trace:
    return ramet.Trace(url)


SHOWN: dict[str, Callable[[str, str], Any]] = {
    "a file": lambda url, _: [ramet.open(url), ramet.open(url).file_path, ramet.open(url).keys()],
    "a tree": lambda url, _: [ramet.open(url)["Events"], ramet.open(url)["Events"]["x"]],
    "no object": lambda url, _: ramet.open(url)["nope"],
    "no column": lambda url, _: ramet.open(url)["Events"]["nope"],
    "no file": lambda _, none: ramet.open(none),
    "two trees": lambda url, _: ramet.open_many([url]),
    "many": lambda url, _: [ramet.open_many([f"{url}:Events"] * 2), ramet.open_many([f"{url}:Events"])["x"]],
    "many without a column": lambda url, _: ramet.open_many([f"{url}:Events"] * 2)["nope"],
    "many of which one is not there": lambda url, none: ramet.open_many([f"{url}:Events", f"{none}:Events"]).arrays(),
    "many of other columns": lambda url, _: ramet.open_many([f"{url}:Events", f"{url}:Other"]).arrays(),
    "a plan": lambda url, _: ramet.frame(f"{url}:Events").filter("x > 3").sum("x").explain(),
    "a report": lambda url, none: ramet.frame([f"{url}:Events", f"{none}:Events"]).sum("x").run(on_error="skip"),
    "a dataframe": lambda url, _: [RDataFrame("Events", one).Describe() for one in (url, [url, url])],
    "a merge": lambda url, _: ramet.merge(None, [url, url]),
    "a conversion": lambda url, _: ramet.convert(url, "new.parquet"),
    "a trace": lambda url, _: _trace(url),
    "a dask collection": lambda url, _: [collection := ramet.dask(f"{url}:Events"), list(collection.dask.keys())],
    "an output": lambda url, _: ramet.recreate(url),
    "an output of a merge": lambda url, _: ramet.merge(url, [url]),
    "an output of a recovery": lambda url, _: ramet.recover(url, url),
    "an output of a snapshot": lambda url, _: ramet.frame(f"{url}:Events").snapshot(url).run(),
    "a pattern of S3": lambda *_: s3_listing.matches(f"s3://me:{SECRET}@b*/x*.root?sig={SECRET}"),
    "a pattern of web servers": lambda url, _: ramet.open_many(f"{url.replace('a.root', 'a*.root')}:Events"),
    "an unknown scheme": lambda *_: ramet.open(f"nowhere://me:{SECRET}@host/a.root?sig={SECRET}"),
    "a pattern of one": lambda *_: ramet.open_many(f"nowhere://me:{SECRET}@host/a*.root?sig={SECRET}:t"),
    "a silent server": lambda *_: ramet.open(f"ftp://me:{SECRET}@127.0.0.1:1/a.root"),
}


def _text_of(make: Callable[[], Any]) -> str:
    try:
        made = make()
    except ramet.RametError as error:
        return f"{error} {error!r} {getattr(error, '__notes__', '')}"
    return " ".join(str(getattr(made, name, "")) for name in ("text", "html")) + f"{made!r} {made}"


@pytest.mark.parametrize("what", SHOWN)
@pytest.mark.filterwarnings("always")
def test_secrets_are_not_shown(what: str, place: tuple[str, str], recwarn: pytest.WarningsRecorder) -> None:
    text = _text_of(lambda: SHOWN[what](*place))
    assert len(text) > 10
    assert SECRET not in text
    assert not [one for one in recwarn if SECRET in str(one.message)]


def test_secrets_are_not_in_what_workers_tell(place: tuple[str, str]) -> None:
    url, none = place
    with Processes(1) as workers:
        frame = ramet.frame([f"{url}:Events", f"{none}:Events"])
        assert SECRET not in _text_of(lambda: frame.sum("x").run(on=workers))
        assert SECRET not in _text_of(lambda: ramet.frame(f"{url}:Events").sum("x").run(on=workers))


def test_secrets_are_not_in_traces(place: tuple[str, str], tmp_path: Path) -> None:
    with ramet.Trace(tmp_path / "trace.json") as trace:
        ramet.open(place[0], trace=trace)["Events"]["x"].array()
    assert SECRET not in (tmp_path / "trace.json").read_text()


def test_a_pattern_of_xrootd_tells_no_secrets() -> None:
    pytest.importorskip("XRootD")
    from ramet.servers.opening import Opener

    with pytest.raises(OSError, match=re.escape("list root://127.0.0.1:1//d")) as raised:
        Opener(timeout=1).matches(f"root://me:{SECRET}@127.0.0.1:1//d/a*.root?authz={SECRET}")
    assert SECRET not in str(raised.value)


class _Telling(AbstractFileSystem):  # type: ignore[misc]  # of a package that mypy does not see
    """A file system whose errors have the whole URL."""

    protocol = "telling"
    cachable = False

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return path

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        if "none" in path:
            raise FileNotFoundError(path)
        return {"name": path, "size": 100_000, "type": "file"}

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **_: Any) -> bytes:
        raise RuntimeError(f"GET {path} {SECRET}")

    def glob(self, path: str, **_: Any) -> list[str]:
        raise ValueError(path)


@pytest.mark.parametrize("name", ["none.root", "a.root", "a*.root"])
def test_errors_of_file_systems_tell_no_secrets(name: str) -> None:
    fsspec.register_implementation("telling", _Telling, clobber=True)
    url = f"telling://me:{SECRET}@host/{name}?token={SECRET}&x=1"
    with pytest.raises(ramet.RametError, match=r"telling://\.\.\.@host|GET|'telling://host/a\*") as raised:
        ramet.open_many(f"{url}:Events").arrays()
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "text", "shown"),
    [
        ("davs://h/a.root?authz=Bearer%20xyz", "at /a.root?authz=Bearer xyz", "at /a.root?..."),
        ("zip://a.root::ftp://me:pass@h/a.zip", "user me: pass of ftp://me:pass@h", "user me: ... of ftp://...@h"),
        ("gs://bucket/a.root", "404 of gs://bucket/a.root", "404 of gs://bucket/a.root"),
        ("davs://h/a.root?x=1&token=abcd", "x=1, 1 of 1 for abcd", "x=1, 1 of 1 for ..."),
        (
            "gs://h/a.root?ok=true&n=2026",
            "is it true that 2026 bytes are untrue?",
            "is it true that 2026 bytes are untrue?",
        ),
        ("gs://h/a.root?ok=true&n=2026", "GET a.root?n=2026&ok=true", "GET a.root?n=...&ok=..."),
        ("ftp://me:file@h/a", "no such file; ftp://me:file@h, 'file'", "no such file; ftp://...@h, '...'"),
        ("ftp://me:pass@h/a", "the password is pass%20pass, passwords", "the password is ...%20..., passwords"),
        ("ftp://me:p@ss@h/a", "it is p@ss, p@ssage", "it is ..., p@ssage"),
        ("ftp://me:averylongpassword@h/a", "xaverylongpasswordx", "x...x"),
    ],
)
def test_a_text_without_secrets(url: str, text: str, shown: str) -> None:
    assert without_secrets(text, url) == shown
