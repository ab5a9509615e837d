"""What two streams of a framework and their writer do, recorded. docs/guides/speed/recording_traces.md shows this."""

# Says: wrote 20000 events
# Says: states: compress, fill, module, read, write are in run.json

import json
import threading
from pathlib import Path

import numpy as np
import ramet

# docs: begin record
SCHEMA = {"x": "float32"}


def run_stream(writer: ramet.ParallelWriter, stream: ramet.TraceStream, events: range) -> None:
    with writer.context() as context:
        for event in events:
            with stream.span("make noise", event=event):
                x = np.random.default_rng(event).normal(size=1000).astype("float32")
            context.trace_in(stream, event)  # the context's work is shown in the stream's row
            context.extend({"x": x})


with ramet.trace("run.json", program="noise") as trace:
    with ramet.ParallelWriter("noise.root", "Events", SCHEMA, cluster_size=20_000, hand_over="exact") as writer:
        writer.trace(trace)
        streams = [trace.stream(f"stream {number}") for number in range(2)]
        threads = [
            threading.Thread(target=run_stream, args=(writer, stream, range(10 * number, 10 * number + 10)))
            for number, stream in enumerate(streams)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    with ramet.open("noise.root:Events", trace=trace) as tree:
        print("wrote", len(tree["x"].array(library="np")), "events")
# docs: end record

states = {event.get("cat") for event in json.loads(Path("run.json").read_text())["traceEvents"]}
print("states:", ", ".join(sorted(states & {"module", "fill", "compress", "write", "read"})), "are in run.json")
