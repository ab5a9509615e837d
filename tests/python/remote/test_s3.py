"""Files of S3 and of servers that speak it: signed, with a session token, and anonymous."""

from __future__ import annotations

import shutil

import numpy as np
import pytest
import ramet
from ramet import _core
from ramet import session as shared
from range_server import RangeServer
from remote_columns import column

KEYS = {"AWS_ACCESS_KEY_ID": "me", "AWS_SECRET_ACCESS_KEY": "s3cret/key+"}


@pytest.fixture
def bucket(server: RangeServer, monkeypatch: pytest.MonkeyPatch) -> RangeServer:
    """A server with a bucket, which the environment names."""
    (server.folder / "bucket").mkdir(exist_ok=True)
    shutil.copy(server.folder / "tree.root", server.folder / "bucket" / "a b+c=1.root")
    for name in ("AWS_SESSION_TOKEN", "AWS_REGION", "AWS_DEFAULT_REGION", *KEYS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ENDPOINT_URL", server.url)
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, retries=0))
    return server


def read_by(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    """Read a column of the file with what the environment says."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, retries=0))
    with ramet.open("s3://bucket/a b+c=1.root:Events") as events:
        assert np.array_equal(events["c3"].array(library="np"), column(3))


def test_an_open_bucket_needs_no_keys(bucket: RangeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    read_by(monkeypatch)
    assert "Authorization" not in bucket.requests[0].headers
    assert bucket.requests[0].path == "/bucket/a%20b%2Bc%3D1.root"


def test_requests_are_signed(bucket: RangeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    bucket.become(s3_secret=KEYS["AWS_SECRET_ACCESS_KEY"])
    read_by(monkeypatch, **KEYS, AWS_REGION="eu-central-1")
    assert "/eu-central-1/s3/aws4_request" in bucket.requests[0].headers["Authorization"]


def test_a_session_token_is_signed_too(bucket: RangeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    bucket.become(s3_secret=KEYS["AWS_SECRET_ACCESS_KEY"])
    read_by(monkeypatch, **KEYS, AWS_SESSION_TOKEN="for an hour")
    assert "x-amz-security-token" in bucket.requests[0].headers["Authorization"]


def test_wrong_keys_are_an_error_without_secrets(bucket: RangeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    bucket.become(s3_secret="another")
    with pytest.raises(OSError, match=r"cannot open 's3://bucket/a b\+c=1\.root': it answered 403") as raised:
        read_by(monkeypatch, **KEYS)
    assert "s3cret" not in str(raised.value)


def test_who_asks_without_keys_is_told_how_they_are_given(bucket: RangeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    bucket.become(s3_secret=KEYS["AWS_SECRET_ACCESS_KEY"])
    monkeypatch.setenv("AWS_PROFILE", "mine")
    hint = r"it answered 403 \(forbidden.* without keys, which AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
    with pytest.raises(OSError, match=f"{hint}.*; AWS_PROFILE names 'mine', which has none"):
        read_by(monkeypatch)
    with pytest.raises(OSError, match=hint):
        ramet.open_many("s3://bucket/*.root:Events")
    with pytest.raises(OSError, match=r"it answered 403 \(forbidden to these keys"):
        read_by(monkeypatch, AWS_ACCESS_KEY_ID="me", AWS_SECRET_ACCESS_KEY="other")


def test_what_is_not_there_is_named_by_its_url(bucket: RangeServer) -> None:
    with pytest.raises(FileNotFoundError, match=r"cannot open 's3://bucket/none\.root': it answered 404"):
        ramet.open("s3://bucket/none.root")
    with pytest.raises(ramet.MisuseError, match="'s3://bucket' is not s3://BUCKET/KEY"):
        ramet.open({"s3://bucket": None})
