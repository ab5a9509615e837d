"""Hooks of mkdocs, as named in mkdocs.yml: additional pages, links, and tabs of code."""

from __future__ import annotations

import logging
import pathlib
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from reference.cpp_reference import modules_of, page_of, read_headers, undocumented
from reference.site_links import PAGES_ELSEWHERE, with_site_links
from reference.snippets import with_tabs

REPOSITORY = pathlib.Path(__file__).parents[2]
FOLDER = "reference/cpp"
LOG = logging.getLogger("mkdocs.hooks.reference")


def on_config(config: Any) -> Any:
    """Insert the pages of the modules at the folder in the navigation."""
    pages = [f"{FOLDER}/{name}.md" for name in modules_of(REPOSITORY)]
    for section in config.nav:
        for part in next(iter(section.values())) if isinstance(section, dict) else []:
            if isinstance(part, dict):
                part.update({title: pages for title, target in part.items() if target == FOLDER})
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add a page for each module, and pages outside of docs/. A declaration without a comment is a warning, which is an
    error with --strict."""
    from mkdocs.structure.files import File

    for place, page in PAGES_ELSEWHERE.items():
        files.append(File.generated(config, page, content=(REPOSITORY / place).read_text()))
    entries = read_headers(REPOSITORY)
    for fault in undocumented(entries):
        LOG.warning(fault)
    for name, introduction in modules_of(REPOSITORY).items():
        mine = [entry for entry in entries if entry.place.header.startswith(f"{name}/")]
        files.append(File.generated(config, f"{FOLDER}/{name}.md", content=page_of(introduction, mine)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn blocks of code in several languages into tabs, and adapt links between docs/ and other folders."""
    return with_site_links(with_tabs(markdown), page.file.src_uri)
