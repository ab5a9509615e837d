"""Numbers and pictures on pages agree with benchmarks/RESULTS.md."""

from __future__ import annotations

import pathlib
import xml.etree.ElementTree as ET

import pytest
from mock_file import Write
from reference.benchmarks import CHARTS, RESULTS, Chart, faults_of, main, number_at, picture_of, tables_of, updated

REPOSITORY = pathlib.Path(__file__).parents[3]
MOCK = """# Results

## Read

Text.

| file | ROOT / ramet | uproot / ramet |
|---|--:|--:|
| zstd | 2.50 | – |
| lz4 | 10.00 | 5.00 |

| other | x |
|---|--:|
| a | 1 |
"""


def test_pages_show_the_results() -> None:
    assert list(faults_of(REPOSITORY)) == []
    assert main(["--check"]) == 0
    assert len({chart.name for chart in CHARTS}) == len(CHARTS) > 3


def test_a_number_is_found_by_section_table_row_and_column() -> None:
    tables = tables_of(MOCK)
    assert number_at("Read; file; zstd; ROOT / ramet", tables) == "2.50"
    assert number_at("Read; other; a; x", tables) == "1"
    for place in ("Write; file; zstd; ROOT / ramet", "Read; file; zlib; ROOT / ramet", "Read; file; zstd"):
        with pytest.raises(LookupError, match=f"{RESULTS} has no '{place}'"):
            number_at(place, tables)
    with pytest.raises(LookupError, match="has no number for"):
        number_at("Read; file; zstd; uproot / ramet", tables)


def test_a_page_is_given_the_number_that_it_names() -> None:
    comment = "<!-- result: Read; file; lz4; uproot / ramet -->"
    assert updated(f"It takes **7.1** {comment} times as **long**.", tables_of(MOCK)) == (
        f"It takes **5.00** {comment} times as **long**."
    )


def test_bars_are_as_long_as_their_numbers() -> None:
    chart = Chart("read", "Reading", "Read", "file", (("ROOT / ramet", "ROOT"), ("uproot / ramet", "uproot")))
    picture = ET.fromstring(picture_of(chart, tables_of(MOCK)["Read", "file"]))
    texts = [text.text for text in picture.findall("{*}text")]
    assert texts == ["Reading: time as a multiple of ramet's", "zstd", "2.50", "lz4", "10.00", "5.00", "ROOT", "uproot"]
    bars = [path.get("d", "").split("h")[1].split("v")[0] for path in picture.findall("{*}path") if path.get("fill")]
    assert bars[:3] == ["100.0", "400.0", "200.0"]


def test_a_page_with_an_old_number_is_a_fault(repository: pathlib.Path, write: Write) -> None:
    write(RESULTS, (REPOSITORY / RESULTS).read_text())
    for chart in CHARTS:
        name = f"docs/pictures/{chart.name}.svg"
        write(name, (REPOSITORY / name).read_text())
    write("docs/page.md", "**0.01** <!-- result: Flat read; file, one thread; zstd; uproot / ramet -->\n")
    assert list(faults_of(repository)) == [
        f"docs/page.md: does not show {RESULTS} (tools/reference/benchmarks.py writes it)"
    ]
