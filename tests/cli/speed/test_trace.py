"""ramet trace: the spans of a run as text, JSON, a page, for Perfetto, and as lines of CMS's StallMonitor."""

from __future__ import annotations

import json
import pathlib
from collections import defaultdict
from collections.abc import Iterator

import pytest
from program_run import Run

SPANS = [
    # stream, begin and duration in microseconds, name, state, event, bytes
    (0, 0, 100_000, "source", "read", 1, 0),
    (0, 100_000, 300_000, "tracking", "module", 1, 0),
    (0, 200_000, 100_000, "calorimeter", "module", 1, 0),
    (0, 400_000, 200_000, "RECO out", "wait:concurrency", 1, 0),
    (0, 600_000, 400_000, "RECO out", "module", 1, 0),
    (0, 600_000, 100_000, "RECO out", "fill", 1, 4_321),
    (0, 800_000, 150_000, "RECO out", "wait:memory", 1, 0),
    (1, 0, 500_000, "begin run", "other", 0, 0),
    (1, 500_000, 50_000, "AOD", "wait:memory", 2, 0),
    (1, 550_000, 125_000, "AOD", "module", 2, 0),
]


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    events = [
        {
            "ph": "X",
            "pid": 1,
            "tid": stream,
            "ts": begin,
            "dur": duration,
            "name": name,
            "cat": state,
            "args": {"event": event, "bytes": size, "thread": stream},
        }
        for stream, begin, duration, name, state, event, size in SPANS
    ]
    path = tmp_path_factory.mktemp("trace") / "run.json"
    path.write_text(json.dumps({"otherData": {"program": "ramet", "streams": 2}, "traceEvents": events}))
    return path


def transitions(text: str) -> Iterator[tuple[str, str, int, int, bool]]:
    """What edmStreamStallGrapher.py takes from the lines: module, letter, stream, time, whether it is an event's."""
    lines = text.splitlines()
    assert lines[0].startswith("# Transition")
    names = dict(line[2:].split() for line in lines if line.startswith("#M"))
    for line in lines:
        letter, *fields = line.split()
        if letter.startswith("#") or letter in "Ee":
            continue
        assert letter in "SspAaMmRr"
        name = "source" if letter in "SsRr" else names[fields[1]]
        is_event = letter not in "Mm" or fields[2] == "0"
        yield name, letter, int(fields[0]), int(fields[-1]), is_event


def stalls_of(text: str, longest_wait: int) -> dict[str, list[int]]:
    """The times between a module's prefetching and its start that are longer, in microseconds; as the grapher finds
    them."""
    since: dict[tuple[int, str], int] = {}
    stalls: dict[str, list[int]] = defaultdict(list)
    running: dict[int, set[str]] = defaultdict(set)
    last = 0
    for name, letter, stream, time, _ in transitions(text):
        assert time >= last
        last = time
        if letter == "p":
            since[stream, name] = time
        elif letter == "S":
            since = {key: begin for key, begin in since.items() if key[0] != stream}
        elif letter in "MA":
            assert name not in running[stream]
            running[stream].add(name)
            begin = since.pop((stream, name), time)
            if time - begin > longest_wait:
                stalls[name].append(time - begin)
        elif letter in "ma":
            running[stream].remove(name)
    assert not any(running.values())
    return dict(stalls)


def test_states_and_stalls_are_printed(ramet: Run, trace: pathlib.Path) -> None:
    result = ramet("trace", trace)
    assert (result.returncode, result.stderr) == (0, "")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == ["10", "spans,", "2", "streams,", "2", "threads,", "1", "s"]
    assert ["module", "4", "0.925"] in [line[:3] for line in lines]
    assert lines[-2:] == [
        ["Stalled", "Module", "Tot", "Stall", "Time", "Stall", "Times"],
        ["RECO", "out", ":", "350.00", "200.00,", "150.00"],
    ]
    report = json.loads(ramet("trace", trace, "--json", "--stall", "0.01").stdout)
    assert report["states"]["wait:memory"] == {"spans": 2, "seconds": 0.2}
    assert [(one["name"], one["count"], one["longest"]) for one in report["stalls"]] == [
        ("RECO out", 2, [0.2, 0.15]),
        ("AOD", 1, [0.05]),
    ]


def test_the_lines_of_stall_monitor_have_the_same_stalls(
    ramet: Run, trace: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    out = tmp_path / "stalls.txt"
    assert ramet("trace", trace, "--stall-monitor", out).returncode == 0
    text = out.read_text()
    assert stalls_of(text, 100_000) == {"RECO_out": [200_000], "RECO_out:wait:memory": [150_000]}
    assert stalls_of(text, 10_000)["AOD"] == [50_000]
    others = {name for name, letter, _, _, is_event in transitions(text) if letter == "M" and not is_event}
    assert others == {"begin_run"}
    reads = [(letter, stream, time) for name, letter, stream, time, _ in transitions(text) if name == "source"]
    assert ("S", 0, 0) in reads
    assert ("s", 0, 100_000) in reads


def test_waits_far_apart_are_no_long_stall_and_names_are_words(ramet: Run, tmp_path: pathlib.Path) -> None:
    run, out = tmp_path / "run.json", tmp_path / "stalls.txt"
    spans = [(0, 1_000, "wait:order"), (500_000, 1_000, "wait:order"), (501_000, 10, "module")]
    events = [
        {"ph": "X", "pid": 1, "tid": 0, "ts": begin, "dur": duration, "name": "out\u00a0\u2003\u0085x", "cat": state}
        for begin, duration, state in spans
    ]
    run.write_text(json.dumps(events))
    assert ramet("trace", run, "--stall-monitor", out).returncode == 0
    text = out.read_text(encoding="utf-8")
    assert stalls_of(text, 100_000) == {}
    assert stalls_of(text, 100) == {"out___x:wait:order": [1_000], "out___x": [1_000]}


def test_a_trace_for_perfetto_is_a_trace(ramet: Run, trace: pathlib.Path, tmp_path: pathlib.Path) -> None:
    out = tmp_path / "run.perfetto.json"
    page = tmp_path / "stalls.html"
    assert ramet("trace", trace, "-o", out, "-o", page).returncode == 0
    events = json.loads(out.read_text())["traceEvents"]
    rows = {event["args"]["name"] for event in events if event["ph"] == "M"}
    assert rows == {"streams", "stream 0", "stream 1", "threads", "thread 0", "thread 1"}
    assert sum(event["ph"] == "X" for event in events) == 2 * len(SPANS)
    assert ramet("trace", out).stdout.splitlines()[-2:] == ramet("trace", trace).stdout.splitlines()[-2:]
    assert page.read_text().startswith("<!DOCTYPE html>")  # what it shows: tests/browser


def test_the_names_of_rows_are_kept(ramet: Run, trace: pathlib.Path, tmp_path: pathlib.Path) -> None:
    run = json.loads(trace.read_text())
    run["traceEvents"][:0] = [
        {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "job"}},
        {"ph": "M", "pid": 1, "tid": 1, "name": "thread_name", "args": {"name": "reco stream"}},
    ]
    named, out, page = tmp_path / "named.json", tmp_path / "out.json", tmp_path / "page.html"
    named.write_text(json.dumps(run))
    assert ramet("trace", named, "-o", out, "-o", page).returncode == 0
    names = [event["args"]["name"] for event in json.loads(out.read_text())["traceEvents"] if event["ph"] == "M"]
    assert names == ["job", "stream 0", "reco stream", "threads", "thread 0", "thread 1"]
    assert '"streams":["stream 0","reco stream"]' in page.read_text()


@pytest.mark.parametrize("event", [2**53 + 1, 2**64 - 2])
def test_large_numbers_of_events_are_kept(ramet: Run, tmp_path: pathlib.Path, event: int) -> None:
    span = {"ph": "X", "pid": 1, "tid": 0, "ts": 1.5, "dur": 2, "name": "a", "cat": "module", "args": {"event": event}}
    (tmp_path / "run.json").write_text(json.dumps([span]))
    result = ramet("trace", tmp_path / "run.json", "-o", tmp_path / "out.json", "-o", tmp_path / "page.html")
    assert (result.returncode, result.stderr) == (0, "")
    events = json.loads((tmp_path / "out.json").read_text())["traceEvents"]
    assert {one["args"]["event"] for one in events if one["ph"] == "X"} == {event}


def test_dropped_spans_are_told(ramet: Run, trace: pathlib.Path, tmp_path: pathlib.Path) -> None:
    run = json.loads(trace.read_text())
    run["otherData"]["dropped"] = 1234
    path = tmp_path / "run.json"
    path.write_text(json.dumps(run))
    result = ramet("trace", path, "-o", tmp_path / "out.json")
    assert "1,234 more spans were dropped when they were recorded: the trace was full\n" in result.stdout
    assert json.loads(ramet("trace", path, "--json").stdout)["dropped"] == 1234
    assert json.loads((tmp_path / "out.json").read_text())["otherData"]["dropped"] == 1234
    assert "dropped" not in ramet("trace", trace).stdout


def test_what_cannot_be_read_is_an_error_with_its_place(
    ramet: Run, trace: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    cut = tmp_path / "cut.json"
    cut.write_text(trace.read_text()[:500])
    result = ramet("trace", cut, "-o", tmp_path / "never.html")
    assert result.returncode == 1
    assert result.stderr.startswith(f"ramet: trace '{cut}': no JSON at byte 501: ")
    assert not (tmp_path / "never.html").exists()
    result = ramet("trace", tmp_path / "none.json")
    assert (result.returncode, result.stderr) == (1, f"ramet: trace '{tmp_path}/none.json': cannot open the file\n")


@pytest.mark.parametrize(
    "words",
    [
        ["-o", "x.pdf"],
        ["-o", "no/folder/x.html"],
        ["--stall", "-1"],
        ["--stall", "nan"],
        ["--first", "1"],
        ["--entries", "1"],
        [],
    ],
)
def test_wrong_usage_is_refused(ramet: Run, trace: pathlib.Path, words: list[str]) -> None:
    assert ramet("trace", *([trace] if words else []), *words).returncode == 2
    assert ramet("trace", trace, "-o", trace).returncode == 2  # the input is no output


@pytest.mark.parametrize("option", ["-o", "--stall-monitor"])
def test_only_what_a_trace_writes_is_replaced(
    ramet: Run, trace: pathlib.Path, tmp_path: pathlib.Path, option: str
) -> None:
    for name in ("page.html", "trace.json") if option == "-o" else ("stalls.txt",):
        out = tmp_path / name
        for _ in range(2):
            assert ramet("trace", trace, option, out).returncode == 0
        out.write_bytes(b"root\0\0\0")
        result = ramet("trace", trace, option, out)
        assert result.returncode == 2
        assert f"'{out}': the file exists, and is no " in result.stderr
        assert out.read_bytes() == b"root\0\0\0"
