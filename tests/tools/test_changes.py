"""tools/changes makes a release's section of the notes."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import pathlib
import types

SCRIPT = pathlib.Path(__file__).parents[2] / "tools" / "changes"


def load() -> types.ModuleType:
    loader = importlib.machinery.SourceFileLoader("changes_script", str(SCRIPT))
    specification = importlib.util.spec_from_loader("changes_script", loader)
    assert specification is not None
    module = importlib.util.module_from_spec(specification)
    loader.exec_module(module)
    return module


def test_notes_are_grouped_by_kind_in_order() -> None:
    notes = {"fixed-b.md": "B is\nright.\n", "added-a.md": "A is new.\n", "fixed-a.md": "A is right.\n"}
    assert load().section_of("1.2.0", "2026-11-21", notes) == (
        "## 1.2.0 (2026-11-21)\n\n### Added\n\n- A is new.\n\n### Fixed\n\n- A is right.\n- B is right.\n"
    )
