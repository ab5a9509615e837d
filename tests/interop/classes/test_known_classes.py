"""ROOT's own classes without a description in their file: ramet reads of them what it reads with one."""

from __future__ import annotations

import importlib.util
import struct
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import ramet
import ROOT

ABSTRACT = {"TVirtualIndex", "TFoamIntegrand", "TVirtualTreePlayer", "TVirtualPad"}


def catalogue() -> ModuleType:
    path = Path(__file__).resolve().parents[3] / "tools" / "make_catalogue.py"
    spec = importlib.util.spec_from_file_location("make_catalogue", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def without_descriptions(path: Path) -> Path:
    """The same file, whose header leads to no streamer infos."""
    data = bytearray(path.read_bytes())
    assert struct.unpack(">i", data[4:8])[0] < 1_000_000  # numbers of 4 bytes
    assert struct.unpack(">ii", data[37:45])[0] > 0
    data[37:45] = bytes(8)
    bare = path.with_name("bare.root")
    bare.write_bytes(data)
    return bare


def plain(thing: Any) -> Any:
    if hasattr(thing, "members"):
        return {name: plain(value) for name, value in thing.members.items()}
    if isinstance(thing, list | tuple):
        return [plain(item) for item in thing]
    return repr(thing)


@pytest.mark.filterwarnings("ignore:object already instantiated:RuntimeWarning")
@pytest.mark.parametrize("table", ["boxes", "core", "geometry", "matrices", "physics", "tools", "vectors"])
def test_objects_of_known_classes_need_no_description(tmp_path: Path, table: str) -> None:
    known = catalogue()
    for library in known.LIBRARIES:
        ROOT.gSystem.Load(f"lib{library}")
    ROOT.TDatabasePDG.Instance()  # as another test of this process may have done; ROOT warns at the next
    path = tmp_path / "described.root"
    file = ROOT.TFile(str(path), "RECREATE")
    written = []
    for number, name in enumerate(known.READ_TABLES[table]):
        if name in ABSTRACT or name.startswith(("TSelector", "TGraph", "TGenerator")):
            continue
        kind = ROOT.TClass.GetClass(name)
        if kind.GetClassVersion() == 0:
            continue
        thing = kind.New()
        if thing and file.WriteObjectAny(thing, kind, f"o{number}") > 0:
            written.append((f"o{number}", name))
    file.Close()
    assert len(written) > 9
    described, bare = ramet.open(path), ramet.open(without_descriptions(path))
    for key, name in written:
        assert plain(bare[key]) == plain(described[key]), name
    assert sum(bool(plain(bare[key])) for key, _ in written) > len(written) // 2
