"""An event loop on asyncio: work runs in threads, filling never blocks the loop, memory holds the sources back."""

# Says: 40000 events of 2 sources; the loop went on meanwhile

import asyncio

import numpy as np
import ramet

BATCHES, SIZE = 20, 1000
Events = dict[str, np.ndarray]


def reconstruct(source: int, batch: int) -> Events:
    """CPU work, in a thread: NumPy releases the interpreter's lock."""
    energy = np.random.default_rng([source, batch]).exponential(10, SIZE)
    return {"source": np.full(SIZE, source), "energy": np.sort(energy)}


# docs: begin fill
async def fill(context: ramet.FillContext, events: Events) -> None:
    while not context.try_extend(events):  # the budget is used up: wait until clusters are written
        await asyncio.wrap_future(context.when_ready())


# docs: end fill


# docs: begin source
async def run_source(source: int, writer: ramet.ParallelWriter) -> int:
    filled = 0
    with writer.context() as context:
        for batch in range(BATCHES):
            events = await asyncio.to_thread(reconstruct, source, batch)
            await fill(context, events)
            filled += SIZE
        await asyncio.to_thread(context.hand_over)  # may write a cluster
    return filled


# docs: end source


# docs: begin main
async def tick(ticks: list[int]) -> None:
    """What else the loop serves: a display, a run control."""
    while True:
        ticks.append(len(ticks))
        await asyncio.sleep(0)


async def main() -> None:
    ticks: list[int] = []
    other = asyncio.create_task(tick(ticks))
    columns = {"source": "int64", "energy": "float64"}
    with ramet.ParallelWriter("sources.root", "Events", columns, memory_budget="16 MB", order="arrival") as writer:
        filled = await asyncio.gather(*(run_source(source, writer) for source in range(2)))
    other.cancel()
    entries = writer.report().entries
    if entries != sum(filled):
        raise RuntimeError(f"{entries} events in the file, {sum(filled)} were filled")
    went = "went on" if len(ticks) > 10 else "stood still"
    print(f"{entries} events of {len(filled)} sources; the loop {went} meanwhile")


# docs: end main


asyncio.run(main())
