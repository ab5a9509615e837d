"""Names in buckets of S3 and of servers that speak it: the pages of ListObjectsV2, signed if there are keys."""

from __future__ import annotations

import configparser
import datetime
import hashlib
import hmac
import os
import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree

from ramet import _core
from ramet.errors import FileIOError, FileMissingError, MisuseError
from ramet.servers.hidden import is_meant

__all__ = ["S3Access", "is_pattern", "matches", "signed_headers"]

_TRIES = 4
_SECONDS = 20.0
_MOST_BYTES = 16 << 20  # of a page, which has at most 1,000 names
_EMPTY = hashlib.sha256(b"").hexdigest()
_WILD = re.compile(r"[*?[]")


@dataclass(frozen=True)
class S3Access:
    """Where buckets are, and who asks, as the environment says it. Threads: immutable."""

    endpoint: str
    region: str
    access_key: str
    secret_key: str
    session_token: str

    @classmethod
    def of(cls, variables: Mapping[str, str]) -> S3Access:
        """That of environment variables; the same ones as for reading."""

        def first(*names: str) -> str:
            return next((variables[name] for name in names if variables.get(name)), "")

        profile = _profile_of(variables)
        has_keys = bool(first("AWS_ACCESS_KEY_ID"))
        keys = variables if has_keys else {name.upper(): value for name, value in profile.items()}
        return cls(
            (first("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") or profile.get("endpoint_url", "")).rstrip("/"),
            first("AWS_REGION", "AWS_DEFAULT_REGION") or profile.get("region", "") or "us-east-1",
            keys.get("AWS_ACCESS_KEY_ID", ""),
            keys.get("AWS_SECRET_ACCESS_KEY", ""),
            keys.get("AWS_SESSION_TOKEN", ""),
        )

    def url_of(self, store: str) -> str:
        """Where a bucket is listed."""
        if self.endpoint:
            return f"{self.endpoint}/{quote(store)}"
        if "." in store:  # certificates are of one name below the region's
            return f"https://s3.{self.region}.amazonaws.com/{quote(store)}"
        return f"https://{store}.s3.{self.region}.amazonaws.com/"


def _profile_of(variables: Mapping[str, str]) -> dict[str, str]:
    """What the chosen profile says in the files of Amazon's tools; that of the credentials counts more."""
    name = variables.get("AWS_PROFILE") or variables.get("AWS_DEFAULT_PROFILE") or "default"
    folder = Path(variables.get("HOME", "")) / ".aws"
    files = {"AWS_CONFIG_FILE": "config", "AWS_SHARED_CREDENTIALS_FILE": "credentials"}
    profile: dict[str, str] = {}
    for variable, file in files.items():
        parser = configparser.RawConfigParser(strict=False)
        try:
            parser.read(variables.get(variable) or folder / file)
        except (configparser.Error, UnicodeDecodeError):
            continue
        for section in (name, f"profile {name}"):
            profile |= dict(parser[section]) if parser.has_section(section) else {}
    return profile


def is_pattern(url: str) -> bool:
    """Whether an s3:// URL names several files: it has "*" or "[" in the key."""
    return bool(set("*[") & set(url.partition("://")[2]))


def matches(url: str) -> list[str]:
    """The URLs of the files that a pattern names, in order: "*" and "?" stand for characters but "/", "**" for any.
    Names that begin with a dot must be named with it, as in a shell.

    Raises:
        MisuseError: the bucket is a pattern.
        FileMissingError: there is no such bucket.
        FileIOError: the server refused, or did not answer; the message has no secrets.
    """
    store, _, pattern = url.partition("://")[2].partition("/")
    if not store or _WILD.search(store) or not pattern:
        raise MisuseError(f"{_core.shown_url(url)!r}: a pattern is s3://BUCKET/PATTERN")
    wanted = re.compile(_expression(pattern))
    prefix = _WILD.split(pattern, maxsplit=1)[0]
    names = _names(S3Access.of(os.environ), store, prefix)
    return [f"s3://{store}/{name}" for name in sorted(names) if wanted.fullmatch(name) and is_meant(name, pattern)]


def _expression(pattern: str) -> str:
    """The regular expression of a pattern."""
    pieces = re.split(r"(\*\*|\*|\?|\[!?\]?[^\]]*\])", pattern)
    words = {"**": ".*", "*": "[^/]*", "?": "[^/]"}
    return "".join(words.get(piece) or _class_of(piece) for piece in pieces)


def _class_of(piece: str) -> str:
    if len(piece) < 3 or not (piece.startswith("[") and piece.endswith("]")):
        return re.escape(piece)
    inside = re.sub(r"([\\\[&~|])", r"\\\1", piece[1:-1])
    return f"[^{inside[1:]}]" if inside.startswith("!") else f"[{inside}]"


def _names(access: S3Access, store: str, prefix: str) -> Iterator[str]:
    token = ""
    while True:
        query = {"continuation-token": token} if token else {}
        query |= {"list-type": "2", "prefix": prefix}
        page = _page(access, store, "&".join(f"{key}={quote(query[key], safe='')}" for key in sorted(query)))
        space = page.tag.removesuffix("ListBucketResult")
        for entry in page.iter(f"{space}Contents"):
            yield entry.findtext(f"{space}Key") or ""
        token = page.findtext(f"{space}NextContinuationToken") or ""
        if not token:
            return


def _page(access: S3Access, store: str, query: str) -> ElementTree.Element:
    url = f"{access.url_of(store)}?{query}"
    shown = _core.shown_url(f"s3://{store}")
    for wait in range(_TRIES):
        now = datetime.datetime.now(datetime.timezone.utc)
        request = urllib.request.Request(url, headers=signed_headers(access, url, now))
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
                return ElementTree.fromstring(answer.read(_MOST_BYTES))
        except urllib.error.HTTPError as error:
            if error.code == 404:
                raise FileMissingError(f"cannot list {shown!r}: it answered 404 (not found)") from None
            why, is_final = f"it answered {error.code}", error.code not in (429, 500, 502, 503, 504)
            why += _hint_of(error.code, access)
        except ElementTree.ParseError as error:
            why, is_final = f"it answered with no list: {error}", True
        except OSError as error:
            why, is_final = str(error), False
        if is_final or wait == _TRIES - 1:
            break
        time.sleep(0.2 * 2**wait)
    raise FileIOError(f"cannot list {shown!r}: {why}")


def _hint_of(status: int, access: S3Access) -> str:
    """What can be done about an answer."""
    if status not in (401, 403):
        return ""
    if access.access_key:
        return " (forbidden to these keys)"
    return (
        " (forbidden: it was asked without keys, which AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile in "
        "~/.aws/credentials, can say)"
    )


def signed_headers(access: S3Access, url: str, now: datetime.datetime) -> dict[str, str]:
    """The headers that sign a GET request: AWS Signature Version 4; none without keys."""
    if not access.access_key:
        return {}
    parts = urlsplit(url)
    at, day = now.strftime("%Y%m%dT%H%M%SZ"), now.strftime("%Y%m%d")
    headers = {"host": parts.netloc, "x-amz-content-sha256": _EMPTY, "x-amz-date": at}
    if access.session_token:
        headers["x-amz-security-token"] = access.session_token
    names = ";".join(sorted(headers))
    lines = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
    canonical = "\n".join(["GET", parts.path or "/", parts.query, lines, names, _EMPTY])
    scope = f"{day}/{access.region}/s3/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", at, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = f"AWS4{access.secret_key}".encode()
    for part in (day, access.region, "s3", "aws4_request"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
    credential = f"AWS4-HMAC-SHA256 Credential={access.access_key}/{scope}, SignedHeaders={names}"
    return {**headers, "Authorization": f"{credential}, Signature={signature}"}
