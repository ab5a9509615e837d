"""Patterns in buckets of S3."""

from __future__ import annotations

import datetime
import fnmatch
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
import ramet
from hypothesis import given
from hypothesis import strategies as st
from ramet.servers import s3_listing
from ramet.servers.s3_listing import S3Access, is_pattern, matches, signed_headers
from s3_signature import is_signed

SECRET = "s3cret/key+"
NAMES = ["a/run1.root", "a/run2.root", "a/run10.root", "a/b/run3.root", "a/run 4+.root", "other"]


class Handler(http.server.BaseHTTPRequestHandler):
    """Lists the names above, two in each answer."""

    def do_GET(self) -> None:
        server: Any = self.server
        server.asked.append(self.path)
        query = {key: values[0] for key, values in parse_qs(urlsplit(self.path).query, True).items()}
        if server.statuses:
            self._answer(server.statuses.pop(0), b"")
        elif server.secret and not is_signed("GET", self.path, self.headers, server.secret):
            self._answer(403, b"<Error/>")
        else:
            names = [name for name in sorted(NAMES) if name.startswith(query["prefix"])]
            first = int(query.get("continuation-token", 0))
            entries = "".join(f"<Contents><Key>{name}</Key></Contents>" for name in names[first : first + 2])
            rest = f"<NextContinuationToken>{first + 2}</NextContinuationToken>" if first + 2 < len(names) else ""
            text = (
                f'<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">{entries}{rest}</ListBucketResult>'
            )
            self._answer(200, text.encode() if not server.noise else server.noise)

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def lister(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A server that lists, which the environment names."""
    server: Any = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.statuses, server.secret, server.noise = [], [], "", b""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("AWS_ENDPOINT_URL_S3", raising=False)
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}/")
    monkeypatch.setattr(s3_listing.time, "sleep", lambda _: None)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("a/run*.root", ["a/run 4+.root", "a/run1.root", "a/run10.root", "a/run2.root"]),
        ("a/run[12].root", ["a/run1.root", "a/run2.root"]),
        ("a/run[!1].roo*", ["a/run2.root"]),
        ("a/run?*.root", ["a/run 4+.root", "a/run1.root", "a/run10.root", "a/run2.root"]),
        ("**3.root", ["a/b/run3.root"]),
        ("*", ["other"]),
    ],
)
def test_patterns_name_files(lister: Any, pattern: str, found: list[str]) -> None:
    assert matches(f"s3://bucket/{pattern}") == [f"s3://bucket/{name}" for name in found]
    prefix = quote(pattern.partition("*")[0].partition("?")[0].partition("[")[0], safe="")
    assert all(f"prefix={prefix}" in asked and asked.startswith("/bucket?") for asked in lister.asked)


def test_lists_are_asked_for_with_a_signature(lister: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lister.secret = SECRET
    with pytest.raises(ramet.FileIOError, match="cannot list 's3://bucket': it answered 403"):
        matches("s3://bucket/*")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "me")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    monkeypatch.setenv("AWS_SESSION_TOKEN", "for an hour")
    assert len(matches("s3://bucket/a/run*.root")) == 4
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another")
    with pytest.raises(ramet.FileIOError) as raised:
        matches("s3://bucket/*")
    assert "another" not in str(raised.value)
    assert SECRET not in str(raised.value)


def test_busy_servers_are_asked_again_and_nonsense_is_an_error(lister: Any) -> None:
    lister.statuses = [503, 429]
    assert matches("s3://bucket/oth*") == ["s3://bucket/other"]
    lister.statuses = [503] * 9
    with pytest.raises(ramet.FileIOError, match="it answered 503"):
        matches("s3://bucket/*")
    lister.statuses = [404]
    with pytest.raises(ramet.FileMissingError, match="it answered 404"):
        matches("s3://bucket/*")
    lister.noise = b"no XML"
    with pytest.raises(ramet.FileIOError, match="with no list"):
        matches("s3://bucket/*")


def test_wrong_patterns_are_misuse(lister: Any) -> None:
    for url in ("s3://buc*/a", "s3:///a*", "s3://bucket"):
        with pytest.raises(ramet.MisuseError, match="a pattern is s3://BUCKET/PATTERN"):
            matches(url)
    assert not is_pattern("s3://bucket/what?.root")
    with pytest.raises(ramet.FileMissingError, match="no file matches"):
        ramet.open_many("s3://bucket/none*.root:t")
    assert len(lister.asked) == 1


def test_the_addresses_of_buckets() -> None:
    plain = S3Access.of({"AWS_DEFAULT_REGION": "eu-west-3"})
    assert plain.url_of("runs") == "https://runs.s3.eu-west-3.amazonaws.com/"
    assert plain.url_of("runs.2026") == "https://s3.eu-west-3.amazonaws.com/runs.2026"
    assert S3Access.of({"AWS_ENDPOINT_URL": "http://here/", "AWS_REGION": "x"}).url_of("b") == "http://here/b"
    assert signed_headers(plain, "http://here/b", datetime.datetime.now(datetime.UTC)) == {}


@given(st.text("ab[]*!?", max_size=8), st.text("ab[!", max_size=4))
def test_expressions_are_those_of_shells(pattern: str, name: str) -> None:
    import re

    if "**" not in pattern:
        try:
            expected = fnmatch.fnmatchcase(name, pattern)
            found = re.fullmatch(s3_listing._expression(pattern), name) is not None
        except re.error:  # a range that runs backwards
            return
        assert found == expected


def test_keys_are_of_the_environment_or_of_a_profile(tmp_path: Path) -> None:
    (tmp_path / ".aws").mkdir()
    (tmp_path / ".aws" / "credentials").write_text(
        "[default]\naws_access_key_id = one\naws_secret_access_key = a=b\n[work]\naws_access_key_id=two\n"
    )
    (tmp_path / ".aws" / "config").write_text("[profile work]\nregion = there\naws_access_key_id = other\n")
    home = {"HOME": str(tmp_path)}
    assert S3Access.of(home) == S3Access("", "us-east-1", "one", "a=b", "")
    assert S3Access.of(home | {"AWS_PROFILE": "work"}) == S3Access("", "there", "two", "", "")
    assert S3Access.of(home | {"AWS_ACCESS_KEY_ID": "own"}) == S3Access("", "us-east-1", "own", "", "")
    assert S3Access.of(home | {"AWS_PROFILE": "none"}).access_key == ""
    assert S3Access.of({"AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / ".aws" / "credentials")}).access_key == "one"
    (tmp_path / ".aws" / "credentials").write_text("no section\n")
    assert S3Access.of(home).access_key == ""
