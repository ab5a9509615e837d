"""Kill a program that writes a file with several threads, again and again, and see what is left.

    python tests/kill/kill.py BUILD [--kills 100] [--seed 1] [--without-root]

Each time the program writes in another way (checkpoints by call, bytes or time; codec; number of contexts; a new tree,
or one that is in the file already) and is
killed by SIGKILL at some moment after it has said how many entries a checkpoint has saved. ramet, uproot and ROOT then
read the file: all these entries have to be there, and every entry that is there has to have the values that were
written.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
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
#include <array>
// The number of entries, or -1 when one of them is not what was written.
long long killed_entries(const char *path) {
  std::unique_ptr<TFile> file(TFile::Open(path));
  if (!file || file->IsZombie() || file->TestBit(TFile::kRecovered)) return -1;
  TTreeReader reader("Events", file.get());
  TTreeReaderValue<Int_t> context(reader, "context");
  TTreeReaderValue<Long64_t> number(reader, "number");
  TTreeReaderValue<Double_t> value(reader, "value");
  TTreeReaderArray<Float_t> list(reader, "list");
  std::array<long long, 64> next{};
  long long entries = 0;
  while (reader.Next()) {
    ++entries;
    if (*number != next.at(*context)++ || *value != *number * 0.5 + *context) return -1;
    if (list.GetSize() != static_cast<std::size_t>(*number % 4)) return -1;
    for (float one : list) if (one != static_cast<float>(*number % 1000)) return -1;
  }
  return reader.GetEntryStatus() == TTreeReader::kEntryBeyondEnd ? entries : -1;
}
"""


def root_reader() -> Callable[[pathlib.Path], int]:
    import ROOT

    ROOT.gInterpreter.Declare(CHECK)
    return lambda path: int(ROOT.killed_entries(str(path)))


def checked(arrays: Any) -> int:
    """The number of entries of awkward arrays, or -1 when one of them is not what was written."""
    context, number = ak.to_numpy(arrays["context"]), ak.to_numpy(arrays["number"])
    for one in range(int(context.max(initial=-1)) + 1):
        mine = number[context == one]
        if not np.array_equal(mine, np.arange(len(mine))):
            return -1
    if not np.array_equal(ak.to_numpy(arrays["value"]), number * 0.5 + context):
        return -1
    counts = ak.to_numpy(ak.num(arrays["list"]))
    flat = ak.to_numpy(ak.flatten(arrays["list"]))
    is_right = np.array_equal(counts, number % 4) and np.array_equal(flat, np.repeat(number % 1000, counts))
    return len(number) if is_right else -1


def ramet_entries(path: pathlib.Path) -> int:
    with ramet.open(f"{path}:Events") as tree:
        return checked(tree.arrays())


def uproot_entries(path: pathlib.Path) -> int:
    with uproot.open(path) as file:
        return checked(file["Events"].arrays())


def write_and_kill(program: pathlib.Path, path: pathlib.Path, source: random.Random) -> tuple[str, int]:
    """How the file was written, and how many entries the program said were saved before it was killed."""
    how = [source.choice(("call", "bytes", "time")), str(source.choice((1, 2, 4, 8)))]
    how.append(source.choice(("zstd:1", "zlib:1", "lz4:1", "none")))
    if source.random() < 0.3:
        how.append("update")
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([program, path, *how], stdout=output)
        while process.poll() is None and output.seek(0, 2) == 0:
            time.sleep(0.001)
        time.sleep(source.random() ** 2 * 0.4)
        process.kill()
        if process.wait() != -9:
            sys.exit(f"kill: the program ended by itself ({process.returncode}): {' '.join(how)}")
        output.seek(0)
        lines = output.read().decode().splitlines(keepends=True)
    return " ".join(how), int([line for line in lines if line.endswith("\n")][-1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="folder of a build with tests")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without-root", action="store_true", help="read with ramet and uproot only")
    options = parser.parse_args()
    readers = {"ramet": ramet_entries, "uproot": uproot_entries}
    if not options.without_root:
        readers["ROOT"] = root_reader()
    program = options.build.resolve() / "tests" / "kill" / "kill_write_on"
    source = random.Random(options.seed)
    failures = saved_in_all = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.kills):
            path = pathlib.Path(folder) / f"killed_{number}.root"
            how, saved = write_and_kill(program, path, source)
            saved_in_all += saved
            found = {name: read(path) for name, read in readers.items()}
            if min(found.values()) < saved or len(set(found.values())) != 1:
                failures += 1
                print(f"FAILED {how}: {saved} entries were saved, found {found}", flush=True)
            path.unlink()
    print(f"killed {options.kills} times: {saved_in_all} entries saved, {failures} files with other ones")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
