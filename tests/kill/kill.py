"""Kill a program that writes a file with several threads, again and again, and see what is left.

    python tests/kill/kill.py BUILD [--kills 100] [--seed 1] [--format ttree|rntuple|both|update] [--without-root]

Each time the program writes in another way (checkpoints by call, bytes, time or never; codec; format; number of
contexts) and is killed by SIGKILL at some moment. ramet, uproot and ROOT then read the file: all entries and objects
that a checkpoint had saved have to be there, with the values that were written. `ramet.recover` then makes a new file
of it, in which all three find every cluster whose write had succeeded, and every object that had been put;
`ramet.check` finds nothing to complain of in it, and nothing but remarks in the killed one.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import awkward as ak
import numpy as np
import ramet
import uproot

CHECK = """
#include <TFile.h>
#include <TTreeReader.h>
#include <TTreeReaderArray.h>
#include <TTreeReaderValue.h>
#include <ROOT/RNTupleReader.hxx>
#include <ROOT/RNTupleView.hxx>
#include <array>
#include <vector>
namespace killed {
using Counts = std::vector<long long>;  // entries of each context; empty when an entry is not what was written
// Whether the next entry is what was written.
template <class List>
bool is_right(Counts &next, int context, long long number, double value, const List &list) {
  if (number != next.at(context)++ || value != number * 0.5 + context) return false;
  if (list.size() != static_cast<std::size_t>(number % 4)) return false;
  for (float one : list) if (one != static_cast<float>(number % 1000)) return false;
  return true;
}
Counts of_tree(const char *path, const char *name, const std::string &prefix) {
  std::unique_ptr<TFile> file(TFile::Open(path));
  if (!file || file->IsZombie() || file->TestBit(TFile::kRecovered)) return {};
  TTreeReader reader(name, file.get());
  TTreeReaderValue<Int_t> context(reader, (prefix + "context").c_str());
  TTreeReaderValue<Long64_t> number(reader, (prefix + "number").c_str());
  TTreeReaderValue<Double_t> value(reader, (prefix + "value").c_str());
  TTreeReaderArray<Float_t> list(reader, (prefix + "list").c_str());
  Counts next(64);
  while (reader.Next()) {
    const std::vector<float> floats(list.begin(), list.end());
    if (!is_right(next, *context, *number, *value, floats)) return {};
  }
  return reader.GetEntryStatus() == TTreeReader::kEntryBeyondEnd ? next : Counts{};
}
Counts of_ntuple(const char *path, const char *name) {
  auto reader = ROOT::RNTupleReader::Open(name, path);
  auto context = reader->GetView<std::int32_t>("context");
  auto number = reader->GetView<std::int64_t>("number");
  auto value = reader->GetView<double>("value");
  auto list = reader->GetView<std::vector<float>>("list");
  Counts next(64);
  for (auto entry : reader->GetEntryRange())
    if (!is_right(next, context(entry), number(entry), value(entry), list(entry))) return {};
  return next;
}
// How many histograms h0, h1, ... are there and right.
int histograms(const char *path) {
  std::unique_ptr<TFile> file(TFile::Open(path));
  for (int number = 0;; ++number) {
    const auto name = std::string(number % 2 ? "odd/h" : "h") + std::to_string(number);
    auto *histogram = file->Get<TH1>(name.c_str());
    if (histogram == nullptr || histogram->GetEntries() != number) return number;
  }
}
}
"""

TABLES = {"ttree": ["Events"], "rntuple": ["Rows"], "both": ["Events", "Rows"], "update": ["Events", "Rows", "Objects"]}
Counts = list[int]
"""Entries of each context."""


def counts_of(arrays: Any) -> Counts:
    """Entries of each context; empty when one of them is not what was written."""
    context, number = ak.to_numpy(arrays["context"]), ak.to_numpy(arrays["number"])
    counts = np.bincount(context, minlength=64)
    for one, count in enumerate(counts):
        if not np.array_equal(number[context == one], np.arange(count)):
            return []
    if not np.array_equal(ak.to_numpy(arrays["value"]), number * 0.5 + context):
        return []
    lengths = ak.to_numpy(ak.num(arrays["list"]))
    flat = ak.to_numpy(ak.flatten(arrays["list"]))
    is_right = np.array_equal(lengths, number % 4) and np.array_equal(flat, np.repeat(number % 1000, lengths))
    return [int(count) for count in counts] if is_right else []


def histograms_in(file: ramet.ReadOnlyFile | uproot.ReadOnlyDirectory) -> int:
    """How many histograms h0, h1, ... are there and right."""
    number = 0
    while (name := f"{'odd/' if number % 2 else ''}h{number}") in file and sum(file[name].values()) == number:
        number += 1
    return number


@dataclass(frozen=True)
class Found:
    """What a reader finds in a file."""

    counts: tuple[tuple[int, ...], ...]
    histograms: int


def of_ramet(path: pathlib.Path, tables: list[str]) -> Found:
    with ramet.open(path) as file:
        arrays = [file[table]["row."].objects() if table == "Objects" else file[table].arrays() for table in tables]
        return Found(tuple(tuple(counts_of(table)) for table in arrays), histograms_in(file))


def of_uproot(path: pathlib.Path, tables: list[str]) -> Found:
    members = ("context", "number", "value", "list")
    with uproot.open(path) as file:
        arrays = [
            {name: file[f"Objects/row./row.{name}"].array() for name in members}
            if table == "Objects"
            else file[table].arrays()
            for table in tables
        ]
        return Found(tuple(tuple(counts_of(table)) for table in arrays), histograms_in(file))


def root_reader() -> Callable[[pathlib.Path, list[str]], Found]:
    import ROOT

    ROOT.gInterpreter.Declare(CHECK)
    killed = ROOT.killed

    def of_root(path: pathlib.Path, tables: list[str]) -> Found:
        counts = [
            killed.of_ntuple(str(path), table)
            if table == "Rows"
            else killed.of_tree(str(path), table, "row." if table == "Objects" else "")
            for table in tables
        ]
        return Found(tuple(tuple(int(one) for one in count) for count in counts), int(killed.histograms(str(path))))

    return of_root


@dataclass
class Told:
    """What the program said before it was killed."""

    saved: int = 0
    kept: int = 0
    put: int = 0
    written: dict[str, Counts] = field(default_factory=lambda: {name: [0] * 64 for name in TABLES["update"]})

    def hear(self, line: str) -> None:
        match line.split():
            case ["saved", entries]:
                self.saved = int(entries)
            case ["kept", number]:
                self.kept = int(number)
            case ["put", number]:
                self.put = int(number)
            case ["written", table, context, entries]:
                self.written[table][int(context)] = int(entries)


def write_and_kill(program: pathlib.Path, path: pathlib.Path, how: list[str], source: random.Random) -> Told:
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([program, path, *how], stdout=output)
        # The tables are there when the first cluster is.
        while process.poll() is None and b"written" not in os.pread(output.fileno(), 1 << 20, 0):
            time.sleep(0.001)
        time.sleep(source.random() ** 2 * 0.4)
        process.kill()
        if process.wait() != -9:
            sys.exit(f"kill: the program ended by itself ({process.returncode}): {' '.join(how)}")
        output.seek(0)
        told = Told()
        for line in output.read().decode().splitlines(keepends=True):
            if line.endswith("\n"):
                told.hear(line)
    return told


class Trial:
    """One file, killed and recovered."""

    def __init__(self, tables: list[str], readers: dict[str, Callable[[pathlib.Path, list[str]], Found]]) -> None:
        self.tables = tables
        self.readers = readers
        self.complaints: list[str] = []

    def _read(self, path: pathlib.Path) -> Found:
        found = {name: read(path, self.tables) for name, read in self.readers.items()}
        if len(set(found.values())) != 1:
            self.complaints.append(f"readers of {path.name} disagree: {found}")
        return found["ramet"]

    def check_killed(self, path: pathlib.Path, told: Told) -> None:
        found = self._read(path)
        if sum(found.counts[0]) < told.saved or not all(found.counts) or found.histograms < told.kept:
            self.complaints.append(f"{told.saved} entries and {told.kept} histograms were saved, found {found}")
        if damage := ramet.check(path).damage:
            self.complaints.append(f"the killed file is damaged: {damage}")

    def check_recovered(self, path: pathlib.Path, told: Told) -> int:
        """How many entries were found that nothing had led to."""
        new = path.with_suffix(".recovered.root")
        report = ramet.recover(path, new)
        found = self._read(new)
        for table, counts in zip(self.tables, found.counts, strict=True):
            if not counts or any(there < told.written[table][context] for context, there in enumerate(counts)):
                self.complaints.append(f"recovered {counts} of {table}, written were {told.written[table]}")
        if found.histograms < told.put:
            self.complaints.append(f"recovered {found.histograms} histograms, put were {told.put}")
        checked = ramet.check(new)
        if checked.damage or checked.remarks:
            self.complaints.append(f"the recovered file: {checked}")
        new.unlink()
        return sum(table.entries - table.saved_entries for table in report.tables)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="folder of a build with tests")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--format", choices=list(TABLES), help="of all files; default: each in turn")
    parser.add_argument("--without-root", action="store_true", help="read with ramet and uproot only")
    options = parser.parse_args()
    readers = {"ramet": of_ramet, "uproot": of_uproot}
    if not options.without_root:
        readers["ROOT"] = root_reader()
    program = options.build.resolve() / "tests" / "kill" / "kill_write_on"
    source = random.Random(options.seed)
    failures = saved = recovered = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.kills):
            path = pathlib.Path(folder) / f"killed_{number}.root"
            format_name = options.format or list(TABLES)[number % len(TABLES)]
            how = [source.choice(("call", "bytes", "time", "never")), source.choice(("1", "2", "4", "4", "8"))]
            how += [source.choice(("zstd:1", "zlib:1", "lz4:1", "none")), format_name]
            told = write_and_kill(program, path, how, source)
            trial = Trial(TABLES[format_name], readers)
            trial.check_killed(path, told)
            recovered += trial.check_recovered(path, told)
            saved += told.saved
            path.unlink()
            if trial.complaints:
                failures += 1
                print(f"FAILED {' '.join(how)}:", *trial.complaints, sep="\n  ", flush=True)
    print(
        f"killed {options.kills} times: {saved} entries saved by checkpoints, {recovered} more recovered; "
        f"{failures} files with other ones"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
