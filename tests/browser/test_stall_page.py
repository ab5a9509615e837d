"""The page of `ramet trace` in a browser: what it shows of a run whose spans are known."""

from __future__ import annotations

import pathlib

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from stall_page import COLOURS, Run, StallPage, check_tables

# Of ten_spans, in the drawing: two rows of 30 pixels, of which the upper 10 show how many modules run.
UPPER, MIDDLE, MARK = 5, 20, 27


def test_the_page_asks_for_nothing_and_reports_no_error(small_page: StallPage) -> None:
    requests = small_page.requests()
    assert [url.split(":")[0] for url in requests] == ["file"]  # itself
    assert small_page.driver.get_log("browser") == []


def test_tables_show_what_is_in_the_trace(small_page: StallPage) -> None:
    check_tables(small_page)
    names = [cells[0] for cells in small_page.rows_of("stalls")]
    assert names == ["AOD", "RECO"]
    assert [cells[0] for cells in small_page.rows_of("rows")] == ["reco stream", "stream 1"]


def test_rows_have_the_colours_of_the_states(small_page: StallPage) -> None:
    page = small_page
    first = [(0.05, "read"), (0.15, "module"), (0.5, "wait:concurrency"), (0.65, "fill"), (0.75, "stalled")]
    for share, state in [*first, (0.85, "write"), (0.95, "stalled")]:
        assert page.pixel("streams", share, MIDDLE) == COLOURS[state], share
    for share, state in [(0.2, "other"), (0.6, "wait:memory"), (0.8, "stalled"), (0.95, "idle")]:
        assert page.pixel("streams", share, 30 + MIDDLE) == COLOURS[state], share
    assert page.pixel("streams", 0.25, UPPER) == COLOURS["several"]
    assert page.pixel("streams", 0.35, UPPER) == COLOURS["idle"]
    assert page.pixel("streams", 0.5, MARK) == COLOURS["stalled"]  # the line below a long wait
    assert page.pixel("threads", 0.25, 30 + MIDDLE) == COLOURS["module"]  # of stream 0, in the row of its thread
    assert page.pixel("stack", 0.05, 119) == COLOURS["other"]
    assert page.pixel("stack", 0.05, 1) == COLOURS["read"]


def test_the_curve_has_the_counter_s_values(small_page: StallPage) -> None:
    def is_drawn(share: float, y: int) -> bool:
        return small_page.pixel("curves", share, y) == (59, 110, 165)

    assert is_drawn(0.5, 55)  # nothing
    assert not is_drawn(0.5, 1)
    assert is_drawn(0.8, 1)  # 4,321 bytes, from the fill's end to the write's
    assert not is_drawn(0.8, 55)
    assert is_drawn(0.95, 55)


def test_the_wheel_and_keys_change_what_is_seen(small_page: StallPage) -> None:
    page = small_page
    assert page.pixel("streams", 0.05, MIDDLE) == COLOURS["read"]
    page.key("+")
    assert page.text("shown") == "250 ms to 750 ms"
    assert page.pixel("streams", 0.05, MIDDLE) == COLOURS["module"]
    assert page.pixel("streams", 0.98, MIDDLE) == COLOURS["stalled"]
    page.key(Keys.ARROW_LEFT)
    assert page.text("shown") == "125 ms to 625 ms"
    page.key("0")
    assert page.text("shown") == "0 s to 1 s"
    for _ in range(6):  # about a place in the fill
        page.after_drawing(
            lambda: page.script(
                "const c = document.getElementById('streams'), x = c.getBoundingClientRect().left + arguments[0];"
                "c.dispatchEvent(new WheelEvent('wheel', {deltaY: -150, clientX: x, cancelable: true}))",
                110 + 0.65 * page.width(),
            )
        )
    assert set(page.colours_of_row("streams", MIDDLE)) == {COLOURS["fill"]}


def test_dragging_shows_the_range_that_was_marked(small_page: StallPage) -> None:
    page = small_page
    chain = page.point("streams", 0.8, MIDDLE).click_and_hold()
    chain = chain.move_by_offset(int(0.1 * page.width()), 0).release()
    page.after_drawing(chain.perform)
    colours = page.colours_of_row("streams", MIDDLE)
    assert colours[COLOURS["write"]] > 0.98 * page.width()


def test_the_search_finds_counts_and_dims(small_page: StallPage) -> None:
    page = small_page
    page.search("calo")
    assert page.text("found") == "1 spans, 100 ms"
    assert page.pixel("streams", 0.25, MIDDLE) == COLOURS["module"]
    assert page.pixel("streams", 0.15, MIDDLE) not in COLOURS.values()  # another module, dimmed
    page.key(Keys.ENTER)
    assert page.text("chosen").startswith("calorimeter · module")
    assert page.text("shown") == "100 ms to 400 ms"
    page.key(Keys.ESCAPE)
    assert page.text("found") == ""


def test_the_tip_says_what_a_span_wrote(small_page: StallPage) -> None:
    page = small_page
    page.point("streams", 0.85, MIDDLE).perform()
    lines = page.text("tip").splitlines()
    assert lines[0].startswith("RECO · write")
    assert lines[1] == "100 ms, from 800 ms"
    assert lines[2:] == ["event 1", "tier RECO", "1,234,567 bytes (1.23 MB)", "reco stream, thread 0"]
    page.point("streams", 0.2, 30 + MIDDLE).perform()
    assert page.text("tip").startswith("begin <run> & lumi · other")
    page.point("streams", 0.95, 30 + MIDDLE).perform()
    assert not page.driver.find_element(By.ID, "tip").is_displayed()


def test_a_stall_of_the_list_is_shown_where_it_was(small_page: StallPage) -> None:
    page = small_page
    link = page.driver.find_element(By.CSS_SELECTOR, "#stalls tbody tr:nth-child(2) a")
    page.after_drawing(lambda: page.script("arguments[0].click()", link))
    assert page.text("shown") == "200 ms to 800 ms"
    assert page.text("chosen").startswith("RECO · wait:concurrency")


def test_a_dark_page_has_its_own_colours(small_page: StallPage) -> None:
    page = small_page

    def prefer(scheme: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    page.after_drawing(lambda: prefer("dark"))
    assert page.pixel("streams", 0.15, MIDDLE) == (46, 160, 67)
    assert page.script("return getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 28)"
    page.after_drawing(lambda: prefer("light"))
    assert page.pixel("streams", 0.15, MIDDLE) == COLOURS["module"]


def test_spans_with_any_times_are_all_there(browser: webdriver.Chrome, noisy: tuple[Run, pathlib.Path]) -> None:
    """Where little repeats, ramet packs them in several pieces."""
    page = StallPage(browser, *noisy)
    assert page.path.read_text().count('class="packed"') > 1
    assert [cells[2] for cells in page.rows_of("states") if cells[0] == "module"] == ["5,000"]
    assert page.script("return trace.spans.end.at(-1)") == 1000 * page.run.end
    page.search("event 4999")
    assert page.text("found").startswith("1 spans")
