"""Links of pages lead to the same places in the repository and on the site."""

from __future__ import annotations

import pathlib
import posixpath
import re

import pytest
from reference.site_links import LINK, PAGES_ELSEWHERE, with_site_links

REPOSITORY = pathlib.Path(__file__).parents[3]
PAGES = [*PAGES_ELSEWHERE, "README.md"]
PAGES += [page.relative_to(REPOSITORY).as_posix() for page in sorted((REPOSITORY / "docs").rglob("*.md"))]
MADE_BY_THE_SITE = "docs/reference/cpp/"


@pytest.mark.parametrize(
    ("page", "link", "on_site"),
    [
        ("benchmarks.md", "../benchmarks/RESULTS.md", "results.md"),
        ("concepts/security.md", "../../SECURITY.md#reporting", "../reporting.md#reporting"),
        ("contributing.md", "docs/architecture.md", "architecture.md"),
        ("reporting.md", "docs/concepts/security.md", "concepts/security.md"),
        ("concepts/memory.md", "../guides/writing.md#values", "../guides/writing.md#values"),
        ("guides/reading.md", "https://root.cern", "https://root.cern"),
        ("guides/reading.md", "#values", "#values"),
    ],
)
def test_a_link_of_the_repository_leads_to_the_page_of_the_site(page: str, link: str, on_site: str) -> None:
    assert with_site_links(f"see [it]({link}).", page) == f"see [it]({on_site})."


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files_of_the_repository(page: str) -> None:
    prose = re.sub(r"(?ms)^```.*?^```$", "", (REPOSITORY / page).read_text())
    for target, _ in LINK.findall(prose):
        place = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        assert (REPOSITORY / place).exists() or place.startswith(MADE_BY_THE_SITE), f"{page}: {target}"
