"""What a reader sees on the page of `ramet trace`, and what he should see."""

from __future__ import annotations

import dataclasses
import json
import pathlib
from collections import Counter, defaultdict
from functools import cached_property
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from synthetic_trace import STALL_SECONDS, Span

COLOURS = {
    "module": (0, 128, 0),
    "other": (50, 205, 50),
    "stalled": (255, 0, 0),
    "several": (0, 0, 255),
    "read": (255, 165, 0),
    "fill": (127, 179, 213),
    "write": (109, 89, 122),
    "wait:concurrency": (231, 84, 128),
    "wait:memory": (199, 21, 133),
    "idle": (240, 240, 240),
}
GUTTER = 110


def is_wait(state: str) -> bool:
    return state.startswith("wait:") or state == "foreign"


@dataclasses.dataclass(frozen=True)
class Run:
    """The spans of a run, and what is computed of them here, another way than on the page."""

    spans: list[Span]
    streams: int

    @cached_property
    def stalls(self) -> dict[str, list[int]]:
        """The stalls of each module in microseconds, the longest first; the largest sum first."""
        times: dict[str, list[int]] = defaultdict(list)
        for span in self.spans:
            if is_wait(span.state) and span.duration > STALL_SECONDS * 1e6:
                times[span.name].append(span.duration)
        return {name: sorted(of, reverse=True) for name, of in sorted(times.items(), key=lambda one: -sum(one[1]))}

    def shown_state(self, span: Span) -> str:
        return "stalled" if span.state in ("module", "other") and span.name in self.stalls else span.state

    @cached_property
    def states(self) -> Counter[str]:
        return Counter(self.shown_state(span) for span in self.spans)

    @cached_property
    def end(self) -> int:
        return max(span.end for span in self.spans)


class StallPage:
    """The page, opened anew."""

    def __init__(self, driver: webdriver.Chrome, run: Run, path: pathlib.Path) -> None:
        self.driver = driver
        self.run = run
        self.path = path
        driver.get_log("performance")
        driver.get_log("browser")
        driver.get(path.as_uri())
        WebDriverWait(driver, 30, 0.02).until(
            lambda _: self.script("return document.body.dataset.ready && document.body.dataset.drawn")
        )

    def script(self, text: str, *arguments: Any) -> Any:
        return self.driver.execute_script(text, *arguments)

    def after_drawing(self, act: Any) -> None:
        """Do something, and wait until the page is drawn anew."""
        before = self.script("return document.body.dataset.drawn")
        act()
        WebDriverWait(self.driver, 10, 0.01).until(
            lambda _: self.script("return document.body.dataset.drawn") != before
        )

    def show_all(self) -> None:
        self.script("document.getElementById('search').value = ''; search(); show(0, about.duration)")

    def text(self, name: str) -> str:
        return self.driver.find_element(By.ID, name).text

    def rows_of(self, table: str) -> list[list[str]]:
        """The cells of a table's body, also of one that is folded away."""
        return self.script(
            "return [...document.getElementById(arguments[0]).tBodies[0].rows]"
            ".map(row => [...row.cells].map(cell => cell.textContent.trim()))",
            table,
        )

    def width(self) -> int:
        return self.script("return Math.floor(document.getElementById('streams').clientWidth)") - GUTTER

    def pixel(self, canvas: str, share: float, y: int) -> tuple[int, ...]:
        """The colour of a canvas at a share of its width behind the names, and y pixels from its top."""
        return tuple(
            self.script(
                "const c = document.getElementById(arguments[0]);"
                "return [...c.getContext('2d').getImageData(arguments[1], arguments[2], 1, 1).data].slice(0, 3)",
                canvas,
                GUTTER + int(share * self.width()),
                y,
            )
        )

    def colours_of_row(self, canvas: str, y: int) -> Counter[tuple[int, ...]]:
        """How many pixels of each colour are in a line of a canvas."""
        data = self.script(
            "const c = document.getElementById(arguments[0]);"
            "return [...c.getContext('2d').getImageData(arguments[1], arguments[2], arguments[3], 1).data]",
            canvas,
            GUTTER,
            y,
            self.width(),
        )
        return Counter(tuple(data[place : place + 3]) for place in range(0, len(data), 4))

    def point(self, canvas: str, share: float, y: int) -> ActionChains:
        """The pointer on a place of a canvas."""
        element = self.driver.find_element(By.ID, canvas)
        self.script("arguments[0].scrollIntoView({block: 'center'})", element)
        size = element.size
        x = GUTTER + int(share * self.width()) - int(size["width"] / 2)
        return ActionChains(self.driver, duration=0).move_to_element_with_offset(
            element, x, y - int(size["height"] / 2)
        )

    def key(self, letter: str) -> None:
        self.after_drawing(lambda: ActionChains(self.driver).send_keys(letter).perform())

    def search(self, text: str) -> None:
        field = self.driver.find_element(By.ID, "search")
        self.after_drawing(lambda: field.send_keys(text))

    def requests(self) -> list[str]:
        """What the page has asked the network, or a file, for since it was opened; not the browser's own page."""
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        sent = [one["params"]["request"]["url"] for one in messages if one["method"] == "Network.requestWillBeSent"]
        return [url for url in sent if not url.startswith(("data:", "blob:", "chrome"))]


def times_of(run_times: list[int]) -> str:
    return ", ".join(f"{time / 1000:.2f}" for time in run_times[:10])


def check_tables(page: StallPage) -> None:
    """The states, streams and stalls of the page are those computed from the spans."""
    states = {cells[0]: cells[2].replace(",", "") for cells in page.rows_of("states")}
    for state, number in page.run.states.items():
        assert states[state] == str(number)
    assert sum(int(number or 0) for number in states.values()) == len(page.run.spans)
    stalls = [cells[:5] for cells in page.rows_of("stalls")]
    assert stalls == [
        [name, f"{len(of):,}", f"{sum(of) / 1000:.2f}", f"{of[0] / 1000:.2f}", times_of(of)]
        for name, of in page.run.stalls.items()
    ]
    streams = [int(cells[1].replace(",", "")) for cells in page.rows_of("rows")]
    expected = [0] * page.run.streams
    for span in page.run.spans:
        expected[span.stream] += 1
    assert streams == expected
