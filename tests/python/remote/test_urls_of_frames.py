"""URLs in what frames are made of: they stay as they were given, and a query is no pattern."""

from __future__ import annotations

import json
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import ramet
from ramet.rdataframe import RDataFrame
from range_server import RangeServer
from remote_columns import ENTRIES

SIGNED = "?X-Amz-Signature=a*b[c]&x=1"


def _spec(*files: str) -> dict[str, object]:
    return {"samples": {"a": {"trees": ["Events"], "files": list(files), "metadata": {"lumi": 2.5}}}}


@pytest.mark.parametrize("query", ["", SIGNED])
def test_a_specification_names_files_of_servers(server: RangeServer, tmp_path: Path, query: str) -> None:
    url = f"{server.url}/tree.root{query}"
    expected = ramet.frame(f"{url}:Events").sum("c0").value
    assert ramet.frame(spec=_spec(url)).sum("c0").value == expected
    (tmp_path / "spec.json").write_text(json.dumps(_spec(url)))
    assert ramet.frame(spec=tmp_path / "spec.json").sum("c0").value == expected
    asked = {one.path for one in server.requests}
    assert asked == {f"/tree.root{query}"}


def test_values_of_samples_let_a_server_in_the_same_process_answer(server: RangeServer) -> None:
    """Files are opened for their numbers of entries, meanwhile the threads of the server have to run."""
    names = ("tree", "ntuple")
    samples = {
        name: {"trees": ["Events"], "files": [f"{server.url}/{name}.root"], "metadata": {"lumi": 1.5 + place}}
        for place, name in enumerate(names)
    }
    server.become(latency=0.1)
    begin = time.monotonic()
    frame = ramet.frame(spec={"samples": samples}).define_per_sample("lumi", 'rdfsampleinfo_.GetD("lumi")')
    assert time.monotonic() - begin < 10  # one that waits for itself is given up after 20 s
    assert {urlsplit(one.path).path for one in server.requests} == {f"/{name}.root" for name in names}
    assert frame.sum("lumi").value == ENTRIES * (1.5 + 2.5)


def test_files_of_a_specification_begin_at_its_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.root").symlink_to(folder / "tree.root")
    (tmp_path / "sub" / "spec.json").write_text(json.dumps(_spec("a.root", str(folder / "tree.root"))))
    frame = ramet.frame(spec=tmp_path / "sub" / "spec.json")
    assert frame.count().value == 2 * ramet.open(f"{folder}/tree.root:Events").num_entries


def test_a_signed_url_of_a_dataframe_is_one_file(server: RangeServer) -> None:
    plain, signed = (RDataFrame("Events", f"{server.url}/tree.root{query}") for query in ("", SIGNED))
    assert signed.Describe().AsString() == plain.Describe().AsString()
    assert signed.Sum("c0").GetValue() == plain.Sum("c0").GetValue()


def test_the_ending_of_a_signed_url_is_before_its_query(server: RangeServer, tmp_path: Path) -> None:
    url = f"{server.url}/tree.root{SIGNED}"
    assert ramet.convert(f"{url}:Events", tmp_path / "new.root") == ramet.open(f"{url}:Events").num_entries
    assert ramet.convert(f"{url}:Events", tmp_path / "new.root", overwrite=True) > 0
    with pytest.raises(ramet.UnsupportedError, match="http:// cannot be written"):
        ramet.convert(url, url)
    with pytest.raises(ramet.UnsupportedError, match="of servers, ROOT files alone"):
        ramet.convert(f"{server.url}/tree.parquet", tmp_path / "other.root")
    with pytest.raises(ramet.FileMissingError, match="it answered 404"):
        ramet.convert(f"{server.url}/none.root", tmp_path / "other.root")
    with pytest.raises(ramet.MisuseError, match=r"tree': its ending is none of .root"):
        ramet.convert(f"{server.url}/tree?name=a.root", tmp_path / "other.root")
