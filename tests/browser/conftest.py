"""A browser without a window, and pages that `ramet trace` made of runs whose spans are known."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from stall_page import Run, StallPage
from synthetic_trace import many_spans, noisy_spans, ten_spans, write_trace

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --window-size=1300,1000"
)


@pytest.fixture(scope="session")
def program() -> pathlib.Path:
    path = pathlib.Path(os.environ.get("RAMET_CLI", REPOSITORY / "build" / "release" / "cli" / "ramet"))
    assert path.is_file(), f"{path} is not built; name another with RAMET_CLI"
    return path


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "/usr/bin/chromium"
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver") or "/usr/bin/chromedriver"))
    yield driver
    driver.quit()


def page_of(run: Run, program: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    trace, page = folder / "run.json", folder / "stalls.html"
    with trace.open("w") as out:
        write_trace(out, run.spans, run.streams)
    subprocess.run([program, "trace", trace, "-o", page], check=True, capture_output=True)
    return page


@pytest.fixture(scope="session")
def small(program: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, pathlib.Path]:
    run = Run(ten_spans(), streams=2)
    return run, page_of(run, program, tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def large(program: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, pathlib.Path]:
    run = Run(list(many_spans(1_000_000, streams=64, seed=1)), streams=64)
    return run, page_of(run, program, tmp_path_factory.mktemp("large"))


@pytest.fixture(scope="session")
def noisy(program: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, pathlib.Path]:
    run = Run(list(noisy_spans(5000, seed=1)), streams=1)
    return run, page_of(run, program, tmp_path_factory.mktemp("noisy"))


@pytest.fixture
def small_page(browser: webdriver.Chrome, small: tuple[Run, pathlib.Path]) -> StallPage:
    return StallPage(browser, *small)


@pytest.fixture(scope="module")
def opened_large(browser: webdriver.Chrome, large: tuple[Run, pathlib.Path]) -> StallPage:
    return StallPage(browser, *large)


@pytest.fixture
def large_page(opened_large: StallPage) -> StallPage:
    """The page of a million spans, opened once, showing all of them."""
    opened_large.after_drawing(opened_large.show_all)
    return opened_large
