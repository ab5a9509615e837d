"""Links between the pages of docs/ and other pages of the repository, as they are on the site.

In the repository `docs/benchmarks.md` links to `../benchmarks/RESULTS.md`, and `CONTRIBUTING.md` to
`docs/architecture.md`. The site has all of them as pages, in one folder.
"""

from __future__ import annotations

import posixpath
import re

PAGES_ELSEWHERE = {  # in the repository: on the site
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
    "benchmarks/RESULTS.md": "results.md",
}

LINK = re.compile(r"\]\((?!\w+:|#)([^)\s#]+)(#[^)\s]*)?\)")


def with_site_links(markdown: str, page: str) -> str:
    """The text of a page with links to the pages of the site."""
    place = next((place for place, on_site in PAGES_ELSEWHERE.items() if on_site == page), f"docs/{page}")

    def link(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(place), match[1]))
        on_site = PAGES_ELSEWHERE.get(target, target.removeprefix("docs/") if target.startswith("docs/") else None)
        if on_site is None:
            return match[0]
        return f"]({posixpath.relpath(on_site, posixpath.dirname(page) or '.')}{match[2] or ''})"

    return LINK.sub(link, markdown)
