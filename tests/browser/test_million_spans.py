"""The page of `ramet trace` with a million spans of 64 streams."""

from __future__ import annotations

import time

from stall_page import COLOURS, StallPage, check_tables


def test_a_million_spans_open_fast_and_are_all_there(large_page: StallPage) -> None:
    page = large_page
    assert len(page.run.spans) >= 1_000_000
    ready = float(page.script("return document.body.dataset.ready"))
    print(f"ready after {ready:.0f} ms")
    assert ready < 10_000  # 1,400 where nothing else runs
    assert [url.split(":")[0] for url in page.requests()] == ["file"]
    check_tables(page)
    page.search("event 70")
    of_event = [span for span in page.run.spans if span.event == 70]
    assert page.text("found").startswith(f"{len(of_event)} spans")


def test_the_colours_of_a_million_spans_have_the_shares_of_their_times(large_page: StallPage) -> None:
    """Of a row zoomed to its beginning: each pixel is then less than a span."""
    page = large_page
    until = 20_000  # microseconds
    page.after_drawing(lambda: page.script("show(0, arguments[0])", until * 1000))
    spans = [span for span in page.run.spans if span.stream == 0 and span.begin < until]
    inner = {"fill", "compress", "write"}
    waits = sum(min(span.end, until) - span.begin for span in spans if span.state == "wait:concurrency")
    reads = sum(min(span.end, until) - span.begin for span in spans if span.state == "read")
    fills = sum(min(span.end, until) - span.begin for span in spans if span.state == "fill" and span.state in inner)
    colours = page.colours_of_row("streams", 4)
    for time_, state in [(waits, "wait:concurrency"), (reads, "read"), (fills, "fill")]:
        assert abs(colours[COLOURS[state]] / page.width() - time_ / until) < 0.02, state


def test_a_million_spans_move_smoothly(large_page: StallPage) -> None:
    page = large_page
    begin = time.perf_counter()
    for letter in ("+", "+", "-", "-"):
        page.key(letter)
    seconds = (time.perf_counter() - begin) / 4
    print(f"{1000 * seconds:.0f} ms for each step")
    assert seconds < 2
