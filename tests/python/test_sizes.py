"""Numbers of bytes as people write them."""

from __future__ import annotations

import pytest
from ramet.sizes import byte_count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("64", None),
        ("64 B", 64),
        ("1.5G", 1_500_000_000),
        ("10g", 10**10),
        ("2 kB", 2000),
        ("3Ki", 3072),
        ("0.5 MiB", 2**19),
    ],
)
def test_sizes(text: str, count: int | None) -> None:
    if count is None:
        with pytest.raises(ValueError, match="number of bytes"):
            byte_count(text)
    else:
        assert byte_count(text) == count


@pytest.mark.parametrize("text", ["", "G", "1.5.2G", "-1G", "3 i", "2 X", "1 GBs"])
def test_no_sizes(text: str) -> None:
    with pytest.raises(ValueError, match="number of bytes"):
        byte_count(text)
