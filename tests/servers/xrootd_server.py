"""An XRootD server of a folder, on a free port of this machine, as long as a `with` statement."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from types import TracebackType

CONFIGURATION = """all.export {folder}
all.adminpath {own}
all.pidpath {own}
xrd.port {port}
xrd.network nodnr
"""


def free_port() -> int:
    """A port that nobody listens to now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def answers_at(port: int) -> bool:
    """Whether something listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class XRootDServer:
    """The program `xrootd`, which must be installed. It does not run as root: then it runs as nobody.

    Attributes:
        url: of the folder: "root://127.0.0.1:1094//path".
    """

    def __init__(self, folder: pathlib.Path) -> None:
        self._own = pathlib.Path(tempfile.mkdtemp(prefix="xrootd-"))
        port = free_port()
        configuration = self._own / "configuration"
        configuration.write_text(CONFIGURATION.format(folder=folder, own=self._own, port=port))
        self.url = f"root://127.0.0.1:{port}/{folder}"
        command = ["xrootd", "-n", "test", "-c", str(configuration), "-l", str(self._own / "log")]
        if os.geteuid() == 0:
            shutil.chown(self._own, "nobody")
            command += ["-R", "nobody"]
        # In a session of its own: a process group in which one is stopped may get SIGHUP when another one ends.
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self._wait_for(port)

    def _wait_for(self, port: int) -> None:
        for _ in range(200):
            if self._process.poll() is not None:
                break
            if answers_at(port):
                return
            time.sleep(0.05)
        self.stop()
        raise RuntimeError("xrootd does not start")

    def freeze(self) -> None:
        """Have it answer nothing until `thaw`, as a machine without memory or disk."""
        self._process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED)  # until its last thread has stopped

    def thaw(self) -> None:
        """Have it go on."""
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """Stop it, and remove what it wrote."""
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._own, ignore_errors=True)

    def __enter__(self) -> XRootDServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
