"""Chains of URLs as fsspec has them: archives, and caches in front of other file systems."""

from __future__ import annotations

import io
import pickle
import zipfile
from collections.abc import Iterator

import fsspec
import numpy as np
import pytest
import ramet
from ramet import _core
from ramet.arguments import path_text


@pytest.fixture(autouse=True)
def _runs() -> Iterator[None]:
    contents = io.BytesIO()
    with ramet.recreate(contents) as file:
        file.mktree("Events", {"x": "float64"}).extend({"x": np.arange(5.0)})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("a1.root", "sub/a2.root"):
            archive.writestr(name, contents.getvalue())
    files = fsspec.filesystem("memory")
    files.pipe({"/chains/a1.root": contents.getvalue(), "/chains/a2.root": contents.getvalue()})
    files.pipe("/chains/b.zip", packed.getvalue())
    yield
    files.rm("/chains", recursive=True)


@pytest.mark.parametrize(
    ("url", "entries"),
    [
        ("simplecache::memory://chains/a1.root", 5),
        ("filecache::memory://chains/a1.root", 5),
        ("simplecache::memory://chains/a*.root", 10),
        ("zip://a1.root::memory://chains/b.zip", 5),
        ("zip://*.root::memory://chains/b.zip", 5),
        ("zip://**/*.root::memory://chains/b.zip", 10),
        ("zip://sub/*.root::simplecache::memory://chains/b.zip", 5),
        ("simplecache::zip://*/a2.root::memory://chains/b.zip", 5),
    ],
)
def test_chains_are_read(url: str, entries: int) -> None:
    files = ramet.open_many({url: "Events"})
    assert files["x"].array(library="np").tolist() == [*range(5)] * (entries // 5)
    assert ramet.frame(url, "Events").sum("x").value == 2 * entries
    one = ramet.open({files.files[0][0]: "Events"})
    assert pickle.loads(pickle.dumps(one)).num_entries == 5


def test_names_alone_are_links_of_chains_only_before_urls() -> None:
    assert path_text("simplecache::root://host//a.root") == "simplecache://::root://host//a.root"
    assert path_text("a::simplecache::s3://b/a.root") == "a::simplecache::s3://b/a.root"  # too short for a scheme
    assert path_text("zip::simplecache::s3://b/a.root") == "zip://::simplecache://::s3://b/a.root"
    assert path_text("edm::Ids") == "edm::Ids"
    assert path_text("a.root:edm::Ids") == "a.root:edm::Ids"


def test_what_is_shown_of_a_chain_has_no_secrets() -> None:
    shown = _core.shown_url(path_text("simplecache::https://me:secret@host/a.root?token=secret"))
    assert shown == "simplecache://::https://host/a.root"
    with pytest.raises(ramet.RametError) as raised:
        ramet.open("simplecache::nowhere://me:hidden12@host/a.root?token=hidden12")
    assert "hidden12" not in str(raised.value)
