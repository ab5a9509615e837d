"""Draw docs/pictures/stalls.png: the page of `ramet trace`, of a run that never was, as a browser shows it.

Run it after `make browser`, which builds the program and installs the browser.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys
import tempfile
from typing import Any

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PICTURE = REPOSITORY / "docs" / "pictures" / "stalls.png"
STREAMS, SPANS = 8, 900


def draw(page: pathlib.Path, profile: str) -> None:
    from selenium import webdriver  # make browser installs it
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.support.ui import WebDriverWait

    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-sync", "--hide-scrollbars"):
        options.add_argument(flag)
    options.add_argument("--window-size=1100,1000")
    options.add_argument(f"--user-data-dir={profile}")
    driver: Any = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.get(page.as_uri())
    WebDriverWait(driver, 30).until(lambda _: driver.execute_script("return document.body.dataset.drawn"))
    driver.save_screenshot(str(PICTURE))
    driver.quit()


def main() -> None:
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    from synthetic_trace import many_spans, write_trace

    with tempfile.TemporaryDirectory() as folder:
        trace, page = pathlib.Path(folder) / "run.json", pathlib.Path(folder) / "stalls.html"
        with trace.open("w") as out:
            write_trace(out, many_spans(SPANS, STREAMS, 4), STREAMS)
        program = REPOSITORY / "build" / "release" / "cli" / "ramet"
        subprocess.run([program, "trace", trace, "-o", page, "--stall", "0.02"], check=True, capture_output=True)
        draw(page, f"{folder}/profile")
    print(f"{PICTURE.relative_to(REPOSITORY)}: {PICTURE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
