"""An event loop fills a file and never blocks. docs/guides/parallel_writing.md shows this."""

# Says: 40000 entries

import asyncio

import numpy as np
import ramet


# docs: begin await
async def fill(context: ramet.FillContext, batch: dict[str, np.ndarray]) -> None:
    while not context.try_extend(batch):  # no memory now
        await asyncio.wrap_future(context.when_ready())


async def main(writer: ramet.ParallelWriter) -> None:
    contexts = [writer.context() for _ in range(4)]
    await asyncio.gather(*(fill(context, {"x": np.arange(10_000)}) for context in contexts))
    for context in contexts:
        context.close()


with ramet.ParallelWriter("awaited.root", "Events", {"x": "int64"}) as writer:
    asyncio.run(main(writer))
# docs: end await
print(f"{writer.report().entries} entries")
