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
_LONG = 8  # characters that no word has by chance
_CODE = r"%[0-9A-Fa-f]{2}"
# What errors say anyway; whoever takes one as a password has it hidden where it is told as a value.
_WORDS = """
access address admin anonymous argument authentication authorization basic bearer block bucket byte bytes cannot
client closed code connect connection data default demo denied directory does download empty error exist exists
expected failed failure false field file files folder forbidden format found from guest have header host html http
https invalid json length line local missing name none null object offset only open password path permission port
private public query range read reading refused remote request reset response root same secret secure server session
size status store stream string such test text that this time timeout token true type unauthorized user username
value version when with word write xroot
"""
_COMMON = frozenset(_WORDS.split())


def without_secrets(text: str, url: str) -> str:
    """A text in which "..." stands for users, passwords and queries of a URL, also of one in a chain.

    >>> without_secrets("GET https://me:pass@host/a?token=abcd", "zip://a::https://me:pass@host/a?token=abcd")
    'GET https://...@host/a?...'
    >>> without_secrets("is it true? download=true", "https://host/a?download=true&key=abcd")
    'is it true? download=...'
    """
    secrets = set(_USER.findall(url)) | set(_QUERY.findall(url))
    for whole in list(secrets):
        values = [part.partition("=")[2] or part for part in re.split("[&:]", whole)]
        secrets |= {value for value in values if len(value) >= _LEAST}
    secrets |= {unquote(secret) for secret in secrets}
    for secret in sorted(secrets, key=len, reverse=True):
        text = re.sub(_expression(secret), "...", text)
    return text


def _expression(secret: str) -> str:
    """Where a text tells a secret. Short ones are parts of other words, and some are words of their own."""
    told = re.escape(secret)
    if len(secret) >= _LONG and secret.lower() not in _COMMON:
        return told
    is_common = secret.lower() in _COMMON or (secret.isdecimal() and len(secret) < _LONG)
    before = rf"(?:(?<=[=:'\"])|(?<=: )|(?<={_CODE}))" if is_common else rf"(?:(?<!\w)|(?<={_CODE}))"
    return (before if secret[:1].isalnum() else "") + told + (r"(?!\w)" if secret[-1:].isalnum() else "")


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
