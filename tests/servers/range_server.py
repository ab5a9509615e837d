"""A web server that sends the files of a folder by ranges: late, slowly or wrongly where a test wants that.

    python tests/servers/range_server.py FOLDER [--port N] [--latency SECONDS] [--bandwidth BYTES_PER_SECOND]

prints its URL and serves until it is interrupted. Tests use `RangeServer`, which also tells which requests there were.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import http.server
import math
import pathlib
import re
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

from s3_signature import is_signed

BLOCK = 1 << 16
LEAST_PAUSE = 0.002  # of a slow server: shorter ones take longer than they should
_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


@dataclasses.dataclass
class Behaviour:
    """What a server does. A fault happens to requests after the first `sound` ones, `faults` times.

    Attributes:
        latency: seconds before each answer.
        bandwidth: bytes a second of each connection; 0 for no limit.
        sound: how many requests are answered rightly first.
        faults: how many are answered wrongly then; -1 for all.
        several_alone: whether faults happen to requests for several ranges alone, and no others are counted.
        late: seconds before each of the faulty ones, beside the latency.
        status: the answer of the faulty ones, 0 for a right one.
        retry_after: the header of that name; "" for none.
        drop_after: bytes of the body, after which the connection is closed; -1 for none.
        stall_after: bytes of the body, after which nothing more comes; -1 for none.
        length_error: is added to the Content-Length.
        range_error: is added to the first byte that the Content-Range names.
        extra_bytes: are sent beyond the range.
        no_content_range: whether a range is sent without that header.
        whole: whether the whole file is sent, with 200, whatever was asked for.
        no_suffix: whether "bytes=-100" is refused with 416.
        parts: whether a range is sent as multipart/byteranges.
        most_parts: of a request for several ranges, how many are answered, as multipart/byteranges; 0: it gets 416.
        encoding: the Content-Encoding that it names.
        etag: of the file, from the first faulty answer on.
        longer: whether the file seems to have grown.
        redirect: where to send the client instead.
        token: that clients must have; "" for none.
        s3_secret: with which they must sign as for S3 (s3_signature.py); "" for none.
    """

    latency: float = 0.0
    bandwidth: float = 0.0
    sound: int = 0
    faults: int = -1
    several_alone: bool = False
    late: float = 0.0
    status: int = 0
    retry_after: str = ""
    drop_after: int = -1
    stall_after: int = -1
    length_error: int = 0
    range_error: int = 0
    extra_bytes: int = 0
    no_content_range: bool = False
    whole: bool = False
    no_suffix: bool = False
    parts: bool = False
    most_parts: int = 0
    encoding: str = ""
    etag: str = ""
    longer: bool = False
    redirect: str = ""
    token: str = ""
    s3_secret: str = ""


@dataclasses.dataclass
class Request:
    """A request that was answered."""

    path: str
    range: str
    begin: float
    end: float = 0.0
    status: int = 0
    sent: int = 0
    headers: dict[str, str] = dataclasses.field(default_factory=dict)


class RangeServer:
    """Serves a folder on the loopback interface, each connection by a thread, until the `with` statement ends."""

    def __init__(self, folder: pathlib.Path, behaviour: Behaviour | None = None, port: int = 0) -> None:
        self.folder = folder
        self.behaviour = behaviour or Behaviour()
        self._lock = threading.Lock()
        self._requests: list[Request] = []
        self._count = 0
        self.stopping = threading.Event()
        owner = self

        class Handler(_Handler):
            server_of_files = owner

        self._server = _Server(("127.0.0.1", port), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        """Without a slash at the end."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> RangeServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def serve(self) -> None:
        """Until the program is interrupted."""
        self._server.serve_forever()

    def become(self, **changes: Any) -> None:
        """Behave otherwise from now on, and forget the requests so far."""
        with self._lock:
            self.behaviour = Behaviour(**changes)
            self._requests.clear()
            self._count = 0

    def begin(self, request: Request) -> tuple[Behaviour, bool]:
        """How to answer a request, and whether wrongly."""
        with self._lock:
            self._requests.append(request)
            if self.behaviour.several_alone and "," not in request.range:
                return self.behaviour, False
            number = self._count - self.behaviour.sound
            self._count += 1
            limit = self.behaviour.faults
            return self.behaviour, number >= 0 and (limit < 0 or number < limit)

    @property
    def requests(self) -> list[Request]:
        """All since the server began, or became another."""
        with self._lock:
            return list(self._requests)

    def depth(self) -> int:
        """How many requests waited for one another: the longest sequence in which each begins after the end of the
        one before."""
        count, end = 0, 0.0
        ended = [(one.end or math.inf, one.begin) for one in self.requests]  # the client may be the first to know
        for last, begin in sorted(ended):
            if begin >= end:
                count, end = count + 1, last
        return count


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def handle_error(self, *_: object) -> None:
        """A client that went away is nothing to tell of."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16
    server_of_files: RangeServer

    def log_message(self, *_: object) -> None:
        """The tests look at the list of requests."""

    def do_GET(self) -> None:
        request = Request(self.path, self.headers.get("Range", ""), time.monotonic(), headers=dict(self.headers))
        behaviour, is_faulty = self.server_of_files.begin(request)
        how = behaviour if is_faulty else _sound(behaviour)
        if how.latency or how.late:
            self.server_of_files.stopping.wait(how.latency + how.late)
        try:
            self._answer(how, request)
            self.wfile.flush()
        finally:
            request.end = time.monotonic()

    def _answer(self, how: Behaviour, request: Request) -> None:
        path = self.server_of_files.folder / unquote(urlsplit(self.path).path).lstrip("/")
        if status := self._refusal(how, path):
            self._fail(status, request, how, path.stat().st_size if path.is_file() else 0)
            return
        stat = path.stat()
        size = stat.st_size + (1 if how.longer else 0)
        is_part = bool(request.range) and not how.whole
        if is_part and "," in request.range and how.most_parts:
            self._answer_many(path, how, request)
            return
        first, last = _range_of(request.range, stat.st_size) if is_part else (0, stat.st_size - 1)
        if is_part and (first > last or (how.no_suffix and request.range.startswith("bytes=-"))):
            self._fail(416, request, how, size)
            return
        with path.open("rb") as file:
            file.seek(first)
            body = file.read(last + 1 - first) + b"x" * how.extra_bytes
        request.status = 206 if is_part else 200
        self.send_response(request.status)
        self.send_header("ETag", how.etag or f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"')
        self.send_header("Content-Length", str(len(body) + how.length_error))
        if how.encoding:
            self.send_header("Content-Encoding", how.encoding)
        if how.parts:
            self.send_header("Content-Type", "multipart/byteranges; boundary=x")
        elif is_part and not how.no_content_range:
            self.send_header("Content-Range", f"bytes {first + how.range_error}-{last + how.range_error}/{size}")
        self.end_headers()
        self._send(body, how, request)
        if how.length_error or how.extra_bytes:
            self.close_connection = True

    def _answer_many(self, path: pathlib.Path, how: Behaviour, request: Request) -> None:
        """The first of several ranges, each a part of one body."""
        stat = path.stat()
        body = b""
        with path.open("rb") as file:
            for text in request.range.removeprefix("bytes=").split(",")[: how.most_parts]:
                first, last = _range_of(f"bytes={text}", stat.st_size)
                file.seek(first)
                sent = f"{first + how.range_error}-{last + how.range_error}/{stat.st_size}"
                body += f"\r\n--rim\r\nContent-Range: bytes {sent}".encode() + b"\r\n\r\n" + file.read(last + 1 - first)
        body += b"\r\n--rim--\r\n"
        request.status = 206
        self.send_response(206)
        self.send_header("ETag", how.etag or f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"')
        self.send_header("Content-Type", "multipart/byteranges; boundary=rim")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self._send(body, how, request)

    def _refusal(self, how: Behaviour, path: pathlib.Path) -> int:
        """The status of a request that gets no file, 0 for others."""
        if how.token and self.headers.get("Authorization") != f"Bearer {how.token}":
            return 401
        if how.s3_secret and not is_signed(self.command, self.path, self.headers, how.s3_secret):
            return 403
        if how.redirect:
            return 302
        return how.status if path.is_file() else 404

    def _fail(self, status: int, request: Request, how: Behaviour, size: int = 0) -> None:
        request.status = status
        page = b"an error\n"
        self.send_response(status)
        self.send_header("Content-Length", str(len(page)))
        if status == 302:
            self.send_header("Location", how.redirect)
        if status == 416:
            self.send_header("Content-Range", f"bytes */{size}")
        if how.retry_after:
            self.send_header("Retry-After", how.retry_after)
        self.end_headers()
        self.wfile.write(page)

    def _send(self, body: bytes, how: Behaviour, request: Request) -> None:
        begin = time.monotonic()
        for piece in _pieces(body, how):
            if self.server_of_files.stopping.is_set():
                break
            self.wfile.write(piece)
            request.sent += len(piece)
            early = request.sent / how.bandwidth - (time.monotonic() - begin) if how.bandwidth else 0.0
            if early > LEAST_PAUSE:
                self.wfile.flush()
                self.server_of_files.stopping.wait(early)
        self.wfile.flush()
        if 0 <= how.stall_after < len(body):
            self.server_of_files.stopping.wait(60)
        if 0 <= how.drop_after < len(body) or 0 <= how.stall_after < len(body):
            self.close_connection = True


def _sound(behaviour: Behaviour) -> Behaviour:
    """The same server without its faults."""
    return Behaviour(
        latency=behaviour.latency,
        bandwidth=behaviour.bandwidth,
        most_parts=behaviour.most_parts,
        token=behaviour.token,
        s3_secret=behaviour.s3_secret,
    )


def _range_of(text: str, size: int) -> tuple[int, int]:
    """The first and last byte; the first is greater where there are none."""
    found = _RANGE.fullmatch(text)
    if found is None:
        return 1, 0
    first, last = found.groups()
    if not first:
        return max(0, size - int(last)), size - 1
    return int(first), min(int(last or size), size - 1)


def _pieces(body: bytes, how: Behaviour) -> Iterator[bytes]:
    """The parts of a body to send, as far as it is sent."""
    ends = [end for end in (how.drop_after, how.stall_after) if end >= 0]
    end = min([len(body), *ends])
    for begin in range(0, end, BLOCK):
        yield body[begin : min(begin + BLOCK, end)]


def main() -> None:
    """Serve the folder that the command line names."""
    parser = argparse.ArgumentParser(description="Serve the files of a folder by ranges.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--bandwidth", type=float, default=0.0, help="bytes a second of each connection")
    given = parser.parse_args()
    server = RangeServer(given.folder, Behaviour(latency=given.latency, bandwidth=given.bandwidth), given.port)
    print(server.url, flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve()


if __name__ == "__main__":
    main()
