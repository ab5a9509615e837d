"""What is shown of URLs with passwords and tokens: neither of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.distribute import Processes
from ramet.rdataframe import RDataFrame
from ramet.servers import s3_listing
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
