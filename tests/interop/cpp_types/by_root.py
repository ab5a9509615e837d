"""The table as ROOT writes it.

    python by_root.py LIBRARY

takes lines [path, form, {column: [values]}], a file each, with values as the library's spelling has them.
"""

from __future__ import annotations

import json
import sys

import ROOT

ROOT.gROOT.SetBatch(True)
ROOT.gErrorIgnoreLevel = ROOT.kFatal


def write(path: str, form: str, columns: dict[str, list[str]]) -> None:
    names = ROOT.std.vector["std::string"](list(columns))
    values = ROOT.std.vector["std::vector<std::string>"]()
    for entries in columns.values():
        values.push_back(ROOT.std.vector["std::string"](entries))
    file = ROOT.TFile(path, "RECREATE", "", 0)
    ROOT.ramet_write(file, form, names, values)
    file.Close()


if __name__ == "__main__":
    assert ROOT.gSystem.Load(sys.argv[1]) >= 0
    for line in sys.stdin:
        write(*json.loads(line))
