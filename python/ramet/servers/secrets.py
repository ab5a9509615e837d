"""What errors of other packages tell of URLs: neither passwords nor tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import unquote

from ramet.errors import RametError

__all__ = ["told_without_secrets", "without_secrets"]

_USER = re.compile(r"://([^/?#|]+)@")
_QUERY = re.compile(r"\?([\w.-]+=[^#|]*?)(?=::|$|[#|])")
_LEAST = 4  # characters of a value: shorter ones are words of other texts, and no secrets


def without_secrets(text: str, url: str) -> str:
    """A text in which "..." stands for users, passwords and queries of a URL, also of one in a chain.

    >>> without_secrets("GET https://me:pass@host/a?token=abcd", "zip://a::https://me:pass@host/a?token=abcd")
    'GET https://...@host/a?...'
    """
    secrets = set(_USER.findall(url)) | set(_QUERY.findall(url))
    for whole in list(secrets):
        values = [part.partition("=")[2] or part for part in re.split("[&:]", whole)]
        secrets |= {value for value in values if len(value) >= _LEAST}
    secrets |= {unquote(secret) for secret in secrets}
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, "...")
    return text


@contextmanager
def told_without_secrets(url: str) -> Iterator[None]:
    """Have errors in the block, which asks for a URL, say nothing that is secret in it."""
    try:
        yield
    except Exception as error:
        text = without_secrets(str(error), url)
        if text == str(error):
            raise
        raise _like(error, text) from None


def _like(error: Exception, text: str) -> Exception:
    """An error of a class that whoever opens files knows."""
    for kind in (FileNotFoundError, PermissionError, TimeoutError):
        if isinstance(error, kind):
            return kind(text)
    return type(error)(text) if isinstance(error, RametError) else OSError(f"{type(error).__name__}: {text}")
