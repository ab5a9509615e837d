"""Files and lists of moto, which imitates S3 with the code of its clients beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from ramet import _core
from ramet import session as shared

VALUES = np.random.default_rng(2).normal(size=100_000)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    moto = pytest.importorskip("moto.server")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(autouse=True)
def client(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A client of boto3, and the environment that names the server."""
    for name, value in {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "me",
        "AWS_SECRET_ACCESS_KEY": "s3cret",
        "AWS_REGION": "us-east-1",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, retries=0))
    return pytest.importorskip("boto3").client("s3", endpoint_url=endpoint)


def test_files_of_a_bucket_are_read_and_listed(client: Any, tmp_path: Path) -> None:
    client.create_bucket(Bucket="runs")
    for run in (1, 2, 10):
        with ramet.recreate(tmp_path / "run.root") as file:
            file.mktree("Events", {"x": "float64"}, cluster_size=100_000).extend({"x": VALUES + run})
        client.put_object(Bucket="runs", Key=f"2026/a b/run{run}.root", Body=(tmp_path / "run.root").read_bytes())
    client.put_object(Bucket="runs", Key="2026/a b/deep/run3.root", Body=b"")
    with ramet.open("s3://runs/2026/a b/run2.root:Events") as events:
        assert np.array_equal(events["x"].array(library="np"), VALUES + 2)
    all_runs = ramet.open_many("s3://runs/2026/a b/run*.root:Events")["x"].array(library="np")
    assert np.array_equal(all_runs, np.concatenate([VALUES + run for run in (1, 10, 2)]))
    assert ramet.frame("s3://runs/*/a b/run[12].root:Events").count().value == 2 * len(VALUES)
    with pytest.raises(ramet.FileMissingError, match=r"no file matches 's3://runs/none\*"):
        ramet.open_many("s3://runs/none*.root:Events")


def test_long_lists_have_pages(client: Any) -> None:
    from ramet.servers.s3_listing import matches

    client.create_bucket(Bucket="many")
    for number in range(1203):
        client.put_object(Bucket="many", Key=f"f/{number:04}+&.root", Body=b"")
    assert len(matches("s3://many/f/*.root")) == 1203
    assert matches("s3://many/f/00?1+&.root")[:2] == ["s3://many/f/0001+&.root", "s3://many/f/0011+&.root"]
    with pytest.raises(ramet.FileMissingError, match="cannot list 's3://nobody': it answered 404"):
        matches("s3://nobody/f/*.root")
