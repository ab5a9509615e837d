"""Which URLs are patterns of several files, and not one of them with a query."""

from __future__ import annotations

import re

__all__ = ["is_pattern", "told_in"]

_ADDRESS = re.compile(r"^([^/@]*@)?\[[0-9a-fA-F:.]*\]")  # of a host, as [::1]
_TOLD = re.compile(r"\?[\w.-]+=.*$", re.DOTALL)  # other question marks stand for a character


def told_in(url: str) -> str:
    """What a server is told behind the name of a file: "?authz=..." of "root://host//run?.root?authz=..."."""
    found = _TOLD.search(url)
    return "" if found is None else found[0]


def is_pattern(url: str) -> bool:
    """Whether a URL names the files that match it, on a server that lists them: web servers do not.

    >>> is_pattern("https://host/a.root?sig=a*b"), is_pattern("root://host//a.root?authz=x"), is_pattern("gs://b/a?.root")
    (False, False, True)
    """
    scheme, _, place = url.partition("://")
    if scheme.lower() in ("http", "https"):
        return False
    if scheme.lower() == "s3":
        from ramet.servers import s3_listing  # its clients of HTTP and XML are a twentieth of `import ramet`

        return s3_listing.is_pattern(url)
    return bool(set("*?[") & set(_ADDRESS.sub("", place.removesuffix(told_in(place)))))
