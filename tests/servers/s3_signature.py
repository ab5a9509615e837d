"""Checks the signature of a request to S3: AWS Signature Version 4, from Amazon's description of it."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

_SIGNED = re.compile(
    r"AWS4-HMAC-SHA256 Credential=(?P<key>[^/]+)/(?P<scope>(?P<date>\d{8})/(?P<region>[^/]+)/s3/aws4_request), *"
    r"SignedHeaders=(?P<headers>[^,]+), *Signature=(?P<signature>[0-9a-f]{64})"
)


def is_signed(method: str, target: str, headers: Mapping[str, str], secret: str) -> bool:
    """Whether a request was signed with a secret key. `headers` finds names in any case."""
    found = _SIGNED.fullmatch(headers.get("Authorization") or "")
    if found is None:
        return False
    names = found["headers"].split(";")
    url = urlsplit(target)
    lines = [f"{name}:{' '.join((headers.get(name) or '').split())}\n" for name in names]
    payload = headers.get("x-amz-content-sha256") or hashlib.sha256(b"").hexdigest()
    canonical = "\n".join([method, url.path, url.query, "".join(lines), found["headers"], payload])
    time = headers.get("x-amz-date") or ""
    text = "\n".join(["AWS4-HMAC-SHA256", time, found["scope"], hashlib.sha256(canonical.encode()).hexdigest()])
    key = f"AWS4{secret}".encode()
    for part in (found["date"], found["region"], "s3", "aws4_request"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
    return {"host", "x-amz-date"} <= set(names) and hmac.compare_digest(signature, found["signature"])
