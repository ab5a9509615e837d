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


NOTES = {"fixed-b.md": "B is\nright.\n", "added-a.md": "A is new.\n", "fixed-a.md": "A is right.\n"}
LISTS = "### Added\n\n- A is new.\n\n### Fixed\n\n- A is right.\n- B is right.\n"
BEFORE = "# Changelog\n\nText.\n\n## 1.1.0 (2026-11-20)\n\n- Old.\n\n## 1.0.0 (2026-11-19)\n\n- Older.\n"


def test_notes_are_grouped_by_kind_in_order_under_a_new_heading() -> None:
    assert load().with_notes("# Changelog\n", "1.2.0", "2026-11-21", NOTES) == (
        f"# Changelog\n\n## 1.2.0 (2026-11-21)\n\n{LISTS}"
    )
    assert load().with_notes(BEFORE, "1.2.0", "2026-11-21", NOTES) == BEFORE.replace(
        "## 1.1.0", f"## 1.2.0 (2026-11-21)\n\n{LISTS}\n## 1.1.0"
    )


def test_notes_of_a_version_that_has_a_section_come_to_its_end() -> None:
    assert load().with_notes(BEFORE, "1.1.0", "2026-11-21", NOTES) == BEFORE.replace("- Old.\n", f"- Old.\n\n{LISTS}")
