"""ramet scan: rows of expressions as text."""

from __future__ import annotations

import csv
import io
import json
import pathlib

import numpy
import pytest
from program_run import Run


def test_csv_has_all_rows_with_numbers_that_can_be_read_back(
    ramet: Run, sample: pathlib.Path, masses: numpy.ndarray
) -> None:
    text = ramet("scan", f"{sample}:Events", "mass:number*2", "--format", "csv").stdout
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["entry", "mass", "number*2"]
    assert [float(row[1]) for row in rows] == masses.tolist()
    assert [int(row[2]) for row in rows] == list(range(0, 2 * len(masses), 2))


def test_json_is_an_object_on_each_line(ramet: Run, sample: pathlib.Path) -> None:
    lines = ramet("scan", f"{sample}:Events", "jet_pt", "-c", "number==3", "--format", "json").stdout.splitlines()
    assert [json.loads(line) for line in lines] == [{"entry": 3, "jet_pt": 0.5 * k} for k in range(3)]


def test_a_table_has_25_rows_or_as_many_as_wished(ramet: Run, sample: pathlib.Path) -> None:
    lines = ramet("scan", f"{sample}:Events", "number").stdout.splitlines()
    assert len(lines) == 2 + 25 + 1
    assert lines[0] == "entry | number"
    assert lines[-1].startswith("...")
    assert len(ramet("scan", f"{sample}:Events", "number", "-n", 7).stdout.splitlines()) == 2 + 7


def test_whole_numbers_of_a_table_have_all_digits(ramet: Run, sample: pathlib.Path) -> None:
    texts = "number+4123456789:number/3+0.25:-1e20"
    rows = ramet("scan", f"{sample}:Events", texts, "-n", 2).stdout.splitlines()[2:4]
    assert [[cell.strip() for cell in row.split("|")] for row in rows] == [
        ["0", "4123456789", "0.25", "-1e+20"],
        ["1", "4123456790", "0.583333", "-1e+20"],
    ]


def test_the_number_of_threads_changes_nothing(ramet: Run, sample: pathlib.Path) -> None:
    arguments = ("scan", f"{sample}:Events", "mass:jet_pt", "--format", "csv")
    one, *others = (ramet(*arguments, "--threads", n).stdout for n in (1, 2, 5))
    assert len(one) > 100_000
    assert all(other == one for other in others)


def test_a_range_of_entries_and_aliases(ramet: Run, sample: pathlib.Path) -> None:
    arguments = ("--alias", "twice=number*2", "--first", 10, "--entries", 2, "--format", "csv")
    assert ramet("scan", f"{sample}:Events", "twice", *arguments).stdout == "entry,twice\n10,20\n11,22\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("{}:Events", "nosuch"), 2, "nosuch"),
        (("{}:one/flat", "x"), 1, "no entries"),
        (("{}:Events", "mass", "--format", "xml"), 2, "--format"),
        (("{}:Events",), 2, "expressions"),
    ],
)
def test_what_cannot_be_scanned_is_said(
    ramet: Run, sample: pathlib.Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    result = ramet("scan", *(argument.format(sample) for argument in arguments))
    assert (result.returncode, result.stdout) == (code, "")
    assert message in result.stderr
