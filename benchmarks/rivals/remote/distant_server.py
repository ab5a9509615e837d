"""Servers of a folder that seem to be far away: HTTP by ranges, which answers late, and XRootD behind a slow wire.

The wire is a proxy for TCP on this machine: what comes from one end is passed on to the other half a round trip later,
and no faster than its bandwidth. Connections are made without delay, which is the same for all.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY / "tests" / "servers"))

BLOCK = 1 << 16
BANDWIDTH = 125e6  # bytes a second: 1 Gbit/s


class Wire:
    """Leads to a port of this machine. Threads: one thread.

    Args:
        port: where it ends.
        round_trip: in seconds.
        bandwidth: bytes a second of all that comes back.
    """

    def __init__(self, port: int, round_trip: float, bandwidth: float = BANDWIDTH) -> None:
        self._end = port
        self._delay = round_trip / 2
        self._bandwidth = bandwidth
        self._free_at = 0.0  # when the wire has passed on what it was given

    async def serve(self) -> None:
        """Print where it begins, and pass on what comes until the process is ended."""
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._end, limit=1 << 22)
        ways = (self._pass_on(reader, to_writer, is_back=False), self._pass_on(to_reader, writer, is_back=True))
        await asyncio.gather(*ways, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_back: bool) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.ensure_future(self._send(waiting, writer))
        while block := await reader.read(BLOCK):
            now = self._now()
            if is_back:
                self._free_at = max(self._free_at, now) + len(block) / self._bandwidth
                now = self._free_at
                if now - self._now() > 0.02:  # what is under way stays small
                    await asyncio.sleep(now - self._now() - 0.01)
            waiting.put_nowait((now + self._delay, block))
        waiting.put_nowait((0.0, b""))
        await sending

    async def _send(self, waiting: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                time, block = await waiting.get()
                if not block:
                    break
                await asyncio.sleep(max(0.0, time - self._now()))
                writer.write(block)
                await writer.drain()
        writer.close()


class DistantServer:
    """A distant web server of a folder, which knows its requests, as long as a `with` statement. It is a process of its
    own: what is measured is neither its memory nor its use of Python's lock.

    Args:
        folder: whose files it sends.
        round_trip: in seconds.
        bandwidth: bytes a second of each connection; 0 for no limit.
        most_parts: ranges that it answers together; 0: one range a request.

    Attributes:
        url: of the folder.
    """

    def __init__(self, folder: Path, round_trip: float, *, bandwidth: float = BANDWIDTH, most_parts: int = 0) -> None:
        numbers = map(str, (round_trip, bandwidth, most_parts))
        command = [sys.executable, __file__, "http", str(folder), *numbers]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self._line()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def facts(self) -> dict[str, float]:
        """Requests, their ranges, trips and bytes since the last time."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return dict(json.loads(self._line()))

    def __enter__(self) -> DistantServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


def serve_http(folder: Path, round_trip: float, bandwidth: float, most_parts: int) -> None:
    """Serve until the end of the input; each line of it is answered by what there was since the last one."""
    from range_server import Behaviour, RangeServer

    how = {"latency": round_trip, "bandwidth": bandwidth, "most_parts": most_parts}
    with RangeServer(folder, Behaviour(**how)) as server:
        print(server.url, flush=True)
        for _ in sys.stdin:
            requests = server.requests
            ranges = sum(request.range.count(",") + 1 for request in requests)
            sent = sum(request.sent for request in requests)
            facts = {"requests": len(requests), "ranges": ranges, "depth": server.depth(), "sent": sent}
            server.become(**how)
            print(json.dumps(facts), flush=True)


@contextlib.contextmanager
def behind_wire(url: str, round_trip: float, bandwidth: float = BANDWIDTH) -> Iterator[str]:
    """The same URL at the other end of a wire, a process of its own: ROOT holds Python's lock."""
    port = url.split(":")[2].partition("/")[0]
    command = [sys.executable, __file__, "wire", port, str(round_trip), str(bandwidth)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as wire:
        assert wire.stdout is not None
        try:
            yield url.replace(f":{port}", f":{wire.stdout.readline().strip()}", 1)
        finally:
            wire.kill()


@contextlib.contextmanager
def distant_xrootd(folder: Path, round_trip: float, bandwidth: float = BANDWIDTH) -> Iterator[str]:
    """The URL of a folder on a distant XRootD server."""
    from xrootd_server import XRootDServer

    with XRootDServer(folder) as server, behind_wire(server.url, round_trip, bandwidth) as url:
        yield url


if __name__ == "__main__":
    what, end, *numbers = sys.argv[1:]
    if what == "http":
        serve_http(Path(end), float(numbers[0]), float(numbers[1]), int(numbers[2]))
    else:
        asyncio.run(Wire(int(end), *map(float, numbers)).serve())
