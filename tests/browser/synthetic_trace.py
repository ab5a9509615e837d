"""Write traces of runs that never were, in the format of the recorder, with a known answer for every question.

The run: streams process events; each event is read, runs some modules, hands work outside now and then, and ends in an
output, which fills, and for each fourth event of its stream compresses and writes. Times are whole microseconds.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import pathlib
import random
from collections.abc import Iterator
from typing import TextIO

STALL_SECONDS = 0.1


@dataclasses.dataclass(frozen=True)
class Span:
    """One span; times in microseconds."""

    stream: int
    thread: int
    begin: int
    duration: int
    name: str
    state: str
    event: int
    bytes: int = 0
    tier: str = ""

    @property
    def end(self) -> int:
        return self.begin + self.duration

    def line(self) -> str:
        """The span as an event of the trace."""
        more = f',"bytes":{self.bytes}' if self.bytes else ""
        more += f',"tier":"{self.tier}"' if self.tier else ""
        return (
            f'{{"ph":"X","pid":1,"tid":{self.stream},"ts":{self.begin},"dur":{self.duration},"name":"{self.name}",'
            f'"cat":"{self.state}","args":{{"event":{self.event},"thread":{self.thread}{more}}}}}'
        )


def ten_spans() -> list[Span]:
    """Two streams in one second, whose places on the page can be told by heart."""
    second = 1_000_000
    return [
        Span(0, 0, 0, second // 10, "source", "read", 1),
        Span(0, 0, second // 10, 3 * second // 10, "tracking", "module", 1),
        Span(0, 1, 2 * second // 10, second // 10, "calorimeter", "module", 1),
        Span(0, 0, 4 * second // 10, 2 * second // 10, "RECO", "wait:concurrency", 1),
        Span(0, 0, 6 * second // 10, 4 * second // 10, "RECO", "module", 1, 4_321, "RECO"),
        Span(0, 0, 6 * second // 10, second // 10, "RECO", "fill", 1, 4_321, "RECO"),
        Span(0, 0, 8 * second // 10, second // 10, "RECO", "write", 1, 1_234_567, "RECO"),
        Span(1, 1, 0, second // 2, "begin <run> & lumi", "other", 0),
        Span(1, 1, second // 2, second // 4, "AOD", "wait:memory", 2),
        Span(1, 1, 3 * second // 4, second // 8, "AOD", "module", 2),
    ]


def many_spans(count: int, streams: int, seed: int) -> Iterator[Span]:
    """At least `count` spans of a run of `streams` streams, on half as many threads."""
    generator = random.Random(seed)
    clocks = [0] * streams
    made = event = 0
    while made < count:
        stream = min(range(streams), key=clocks.__getitem__)
        event += 1
        spans = list(event_spans(generator, stream, event, clocks[stream]))
        clocks[stream] = max(span.end for span in spans) + generator.randrange(5)
        made += len(spans)
        yield from spans


def event_spans(generator: random.Random, stream: int, event: int, now: int) -> Iterator[Span]:
    thread = (stream + event) % max(1, (stream + 2) // 2)
    time = generator.randrange(50, 200)
    yield Span(stream, thread, now, time, "source", "read", event)
    now += time
    for number in range(5):
        time = int(generator.lognormvariate(6, 1)) + 1
        state = "external" if number == 3 and event % 5 == 0 else "module"
        yield Span(stream, thread, now, time, f"module{(event + number) % 40}", state, event)
        now += time
    if event % 7 == 0:
        time = generator.randrange(300_000) if event % 70 == 0 else generator.randrange(50)
        yield Span(stream, thread, now, time, "RECO", "wait:concurrency", event)
        now += time
    fill = generator.randrange(100, 400)
    rest = generator.randrange(400, 1500) if event % 4 == 0 else 0
    yield Span(stream, thread, now, fill + rest, "RECO", "module", event)
    yield Span(stream, thread, now, fill, "RECO", "fill", event, generator.randrange(5000), "RECO")
    if rest:
        yield Span(
            stream, thread, now + fill, rest // 2, "RECO", "compress", event, generator.randrange(20_000), "RECO"
        )
        yield Span(
            stream, thread, now + fill + rest // 2, rest // 4, "RECO", "write", event, generator.randrange(9000), "RECO"
        )


def noisy_spans(count: int, seed: int) -> Iterator[Span]:
    """Spans of one stream, one after another, whose times are anything: of their bytes hardly four repeat."""
    generator = random.Random(seed)
    now = 0
    for event in range(count):
        span = Span(0, generator.randrange(3), now, generator.randrange(1, 9_000_000), "tracking", "module", event)
        now = span.end + generator.randrange(1000)
        yield span


def write_trace(out: TextIO, spans: list[Span] | Iterator[Span], streams: int) -> int:
    """Write the spans, some points of two counters, and an arrow from each fill to the next write of its stream."""
    about = {"program": "ramet test", "streams": streams, "threads": (streams + 1) // 2, "stall_seconds": STALL_SECONDS}
    out.write('{"displayTimeUnit":"ms","otherData":' + json.dumps(about) + ',"traceEvents":[\n')
    out.write('{"ph":"M","pid":1,"tid":0,"name":"thread_name","args":{"name":"reco stream"}}')
    filled: dict[int, Span] = {}
    arrows = count = 0
    for span in spans:
        out.write(",\n" + span.line())
        count += 1
        if span.state in ("fill", "write"):
            value = span.bytes if span.state == "fill" else 0
            out.write(f',\n{{"ph":"C","pid":1,"ts":{span.end},"name":"memory in flight","args":{{"value":{value}}}}}')
        if span.state == "fill":
            filled[span.stream] = span
        if span.state == "write" and (before := filled.pop(span.stream, None)):
            for phase, of in (("s", before), ("f", span)):
                out.write(f',\n{{"ph":"{phase}","pid":1,"tid":{of.stream},"ts":{of.begin},"id":{arrows}}}')
            arrows += 1
    out.write("\n]}\n")
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--spans", type=int, default=10, help="10: those of ten_spans (default)")
    parser.add_argument("--streams", type=int, default=16)
    arguments = parser.parse_args()
    with arguments.output.open("w") as out:
        if arguments.spans <= 10:
            write_trace(out, ten_spans(), 2)
        else:
            write_trace(out, many_spans(arguments.spans, arguments.streams, 1), arguments.streams)


if __name__ == "__main__":
    main()
