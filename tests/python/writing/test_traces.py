"""Traces: what writers, readers and a program's own modules did, saved as JSON."""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

EVENTS = {"x": np.arange(10_000, dtype="float32")}


def events_of(path: Path) -> list[dict[str, Any]]:
    events = json.loads(path.read_text())["traceEvents"]
    assert isinstance(events, list)
    return events


def spans_of(path: Path) -> list[dict[str, Any]]:
    return [event for event in events_of(path) if event["ph"] == "X"]


def write(path: Path, trace: ramet.Trace | Path) -> None:
    with ramet.ParallelWriter(path, "Events", {"x": "float32"}) as writer:
        assert isinstance(writer.trace(trace), ramet.Trace)
        with writer.context() as context:
            context.extend(EVENTS)
            context.flush()  # otherwise few entries are written when the file is closed


def test_a_writer_saves_its_trace_when_it_is_closed(tmp_path: Path) -> None:
    write(tmp_path / "one.root", tmp_path / "run.json")
    states = {span["cat"] for span in spans_of(tmp_path / "run.json")}
    assert {"fill", "encode", "compress", "write", "commit"} <= states
    written = sum(span["args"]["bytes"] for span in spans_of(tmp_path / "run.json") if span["cat"] == "write")
    assert 0 < written <= (tmp_path / "one.root").stat().st_size
    counters = {event["name"] for event in events_of(tmp_path / "run.json") if event["ph"] == "C"}
    assert {name.split(", ")[0] for name in counters} == {"memory in flight", "queue depth"}
    assert all("one.root" in name for name in counters)


def test_two_writers_have_counters_of_their_own_which_fall(tmp_path: Path) -> None:
    with ramet.trace(tmp_path / "run.json") as trace:
        for name in ("one.root", "two.root"):
            write(tmp_path / name, trace)
    values: dict[str, list[int]] = {}
    for event in events_of(tmp_path / "run.json"):
        if event["ph"] == "C":
            values.setdefault(event["name"], []).append(event["args"]["value"])
    assert len(values) == 4
    for name in ("one.root", "two.root"):
        memory = next(of for counter, of in values.items() if counter.startswith("memory") and name in counter)
        assert max(memory) > 0
        assert memory[-1] < max(memory)


@pytest.mark.parametrize("format", ["ttree", "rntuple"])
def test_writing_and_reading_share_a_trace(tmp_path: Path, format: Any) -> None:
    with ramet.trace(tmp_path / "run.json", program="both") as trace:
        with ramet.ParallelWriter(tmp_path / "one.root", "Events", {"x": "float32"}, format=format) as writer:
            writer.trace(trace)
            with writer.context() as context:
                context.extend(EVENTS)
        assert trace.spans > 0
        with ramet.open(f"{tmp_path / 'one.root'}:Events", trace=trace) as table:
            assert table["x"].array(library="np").sum() == EVENTS["x"].sum()
    states = {span["cat"] for span in spans_of(tmp_path / "run.json")}
    assert {"write", "read", "decompress", "decode"} <= states
    assert json.loads((tmp_path / "run.json").read_text())["otherData"]["program"] == "both"


def test_a_file_saves_its_trace_when_it_is_closed(tmp_path: Path) -> None:
    with ramet.create(tmp_path / "one.root") as file:
        file.trace(tmp_path / "run.json")
        file.mktree("Events", {"x": "float32"}).extend(EVENTS)
        file.mkrntuple("Table", {"x": "float32"}).extend(EVENTS)
        assert not (tmp_path / "run.json").exists()
    states = {span["cat"] for span in spans_of(tmp_path / "run.json")}
    assert {"fill", "encode", "compress", "write", "commit"} <= states


def test_a_second_trace_of_a_file_is_refused(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    with ramet.ParallelWriter(tmp_path / "one.root", "Events", {"x": "float32"}) as writer:
        writer.trace(first)
        for other in (second, ramet.trace(second), first):
            with pytest.raises(ramet.MisuseError, match=r"the file has a trace, <Trace for '.*first\.json'"):
                writer.trace(other)
    with ramet.create(tmp_path / "two.root") as file:
        file.trace(ramet.trace(first))
        with pytest.raises(ramet.MisuseError, match="the file has a trace"):
            file.trace(second)
        file["Events"] = EVENTS
    assert spans_of(first)  # of closing one.root
    assert "fill" not in {span["cat"] for span in spans_of(first)}
    assert not second.exists()


def test_a_dataset_and_its_frames_are_traced(tmp_path: Path) -> None:
    for name in ("one.root", "two.root"):
        with ramet.create(tmp_path / name) as file:
            file["Events"] = EVENTS
    with ramet.trace(tmp_path / "run.json") as trace:
        table = ramet.open_many(f"{tmp_path}/*.root:Events", trace=trace)
        assert table["x"].array(library="np").sum() == 2 * EVENTS["x"].sum()
        after_reading = trace.spans
        assert ramet.frame(table).count().value == 20_000
        assert ramet.frame(table).max("x").value == 9_999
        assert trace.spans > after_reading > 0
    assert {"read", "decompress", "decode"} <= {span["cat"] for span in spans_of(tmp_path / "run.json")}
    assert ramet.open_many(f"{tmp_path}/*.root:Events")["x"].array(library="np").size == 20_000


def test_modules_and_contexts_of_a_stream_are_in_its_row(tmp_path: Path) -> None:
    with ramet.trace(tmp_path / "run.json") as trace:
        stream = trace.stream("stream 0")
        with ramet.ParallelWriter(tmp_path / "one.root", "Events", {"x": "float32"}) as writer:
            writer.trace(trace)
            with writer.context() as context:
                with stream.span("tracker", event=5):
                    pass
                with stream.span("tracker", event=5, state="wait:lock"):
                    pass
                context.trace_in(stream, 5)
                context.extend(EVENTS)
                context.flush()  # otherwise few entries are written when the file is closed
    row = [span for span in spans_of(tmp_path / "run.json") if span["tid"] == stream.row]
    assert {span["name"] for span in row if span["cat"] == "module"} == {"tracker"}
    assert {span["args"]["event"] for span in row} == {5}
    assert {"module", "wait:lock", "fill", "write"} <= {span["cat"] for span in row}


def test_a_stream_of_another_trace_is_refused(tmp_path: Path) -> None:
    """Its row in the writer's trace would be that of somebody else."""
    other = ramet.trace(tmp_path / "other.json").stream("other")
    with ramet.ParallelWriter(tmp_path / "one.root", "Events", {"x": "float32"}) as writer:
        with writer.context() as context:
            context.trace_in(other, 1)  # nothing is recorded
        trace = writer.trace(tmp_path / "run.json")
        with writer.context() as context:
            with pytest.raises(ramet.MisuseError, match=r"of another trace than the writer's, <Trace for"):
                context.trace_in(other, 1)
            wrong: Any
            for wrong in ("stream", trace):
                with pytest.raises(TypeError, match=r"expected one of trace\.stream"):
                    context.trace_in(wrong, 1)
            context.trace_in(trace.stream("own"), 1)


def test_a_trace_is_saved_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="broken"), ramet.trace(tmp_path / "run.json"):
        raise RuntimeError("broken")
    assert spans_of(tmp_path / "run.json") == []


def test_wrong_states_and_paths_are_refused(tmp_path: Path) -> None:
    trace = ramet.trace(tmp_path / "run.json")
    with pytest.raises(ramet.MisuseError, match="no state 'idle'"), trace.stream("one").span("x", state="idle"):  # type: ignore[arg-type]
        pass
    (tmp_path / "run.json").mkdir()
    with pytest.raises(ramet.FileIOError, match=r"run\.json"):
        trace.save()
    with pytest.raises(ramet.FileMissingError, match="there is no folder"):
        ramet.trace(tmp_path / "missing" / "run.json")
    write(tmp_path / "one.root", tmp_path / "other.json")
    for path in (tmp_path / "one.root:Events", [tmp_path / "one.root:Events"]):
        open_it: Any = ramet.open_many if isinstance(path, list) else ramet.open
        with pytest.raises(TypeError, match=r"trace is 'run\.json' of type str, expected what ramet\.trace"):
            open_it(path, trace="run.json")


def test_a_trace_replaces_no_other_file(tmp_path: Path) -> None:
    write(tmp_path / "old.root", tmp_path / "run.json")
    bytes_of_old = (tmp_path / "old.root").read_bytes()
    with pytest.raises(ramet.FileThereError, match=r"trace '.*old\.root': the file exists, and is no JSON"):
        ramet.trace(tmp_path / "old.root")
    with ramet.ParallelWriter(tmp_path / "new.root", "Events", {"x": "float32"}) as writer:
        for path in (tmp_path / "old.root", tmp_path / "missing" / "run.json"):
            with pytest.raises(ramet.RametError, match="trace"):
                writer.trace(path)
        writer.trace(tmp_path / "run.json")
    assert (tmp_path / "old.root").read_bytes() == bytes_of_old
    assert "write" not in {span["cat"] for span in spans_of(tmp_path / "run.json")}  # replaced


def test_a_trace_does_not_replace_the_file_that_is_traced(tmp_path: Path) -> None:
    trace = ramet.trace(tmp_path / "one.root")
    write(tmp_path / "one.root", trace)
    with pytest.raises(ramet.FileThereError, match="is no JSON"):
        trace.save()
    with pytest.raises(ramet.FileThereError, match="is no JSON"):
        write(tmp_path / "two.root", tmp_path / "two.root")
    for name in ("one.root", "two.root"):
        with ramet.open(f"{tmp_path / name}:Events") as tree:
            assert tree.num_entries == (10_000 if name == "one.root" else 0)


def test_a_span_within_another_interrupts_it(tmp_path: Path) -> None:
    with ramet.trace(tmp_path / "run.json") as trace:
        stream = trace.stream("one")
        with stream.span("outer", event=1):
            with stream.span("inner", event=2, state="read"):
                pass
            with pytest.raises(ramet.MisuseError, match="no state 'idle'"), stream.span("x", state="idle"):  # type: ignore[arg-type]
                pass
    spans = spans_of(tmp_path / "run.json")
    assert [(span["name"], span["cat"], span["args"]["event"]) for span in spans][:3] == [
        ("outer", "module", 1),
        ("inner", "read", 2),
        ("outer", "module", 1),
    ]
    assert {(span["name"], span["args"]["event"]) for span in spans} == {("outer", 1), ("inner", 2)}
    for before, after in itertools.pairwise(spans):
        assert before["ts"] + before["dur"] <= after["ts"] + 1e-3


def test_a_second_thread_in_a_stream_is_refused(tmp_path: Path) -> None:
    messages: list[str] = []

    def enter(stream: ramet.TraceStream) -> None:
        try:
            with stream.span("second", event=2):
                pass
        except ramet.MisuseError as error:
            messages.append(str(error))

    with ramet.trace(tmp_path / "run.json") as trace:
        stream = trace.stream("one")
        with stream.span("first", event=1):
            thread = threading.Thread(target=enter, args=(stream,))
            thread.start()
            thread.join()
        enter(stream)  # the stream is free again
    assert messages == ["span 'second': another thread has the span 'first' in this stream"]
    assert [(span["name"], span["args"]["event"]) for span in spans_of(tmp_path / "run.json")] == [
        ("first", 1),
        ("second", 2),
    ]


def test_a_span_of_a_task_that_ends_before_one_within_it_is_refused(tmp_path: Path) -> None:
    async def run(stream: ramet.TraceStream) -> list[str]:
        has_begun, has_ended = asyncio.Event(), asyncio.Event()
        messages: list[str] = []

        async def outer() -> None:
            try:
                with stream.span("outer", event=1):
                    await has_begun.wait()
            except ramet.MisuseError as error:
                messages.append(str(error))
            has_ended.set()

        async def inner() -> None:
            with stream.span("inner", event=2):
                has_begun.set()
                await has_ended.wait()

        await asyncio.gather(outer(), inner())
        with stream.span("after", event=3):
            pass
        return messages

    with ramet.trace(tmp_path / "run.json") as trace:
        messages = asyncio.run(run(trace.stream("one")))
    assert messages == ["span 'outer' ends before 'inner', which began within it"]
    assert [(span["name"], span["args"]["event"]) for span in spans_of(tmp_path / "run.json")] == [
        ("outer", 1),
        ("inner", 2),
        ("after", 3),
    ]


def test_streams_record_in_parallel(tmp_path: Path) -> None:
    def run(stream: ramet.TraceStream) -> None:
        for event in range(200):
            with stream.span("work", event=event):
                pass

    with ramet.trace(tmp_path / "run.json") as trace:
        threads = [threading.Thread(target=run, args=(trace.stream(f"stream {n}"),)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(spans_of(tmp_path / "run.json")) == 800
    assert json.loads((tmp_path / "run.json").read_text())["otherData"]["streams"] == 4
