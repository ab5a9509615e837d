"""nginx and lighttpd of a folder, on free ports of this machine, as long as a `with` statement. Both have to be
installed (apt-get install nginx-light lighttpd)."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import tempfile
import time
from types import TracebackType

from xrootd_server import answers_at, free_port

NGINX = """
daemon off;
worker_processes 1;
pid {own}/pid;
error_log {own}/log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {own}/body;
    proxy_temp_path {own}/proxy;
    fastcgi_temp_path {own}/fastcgi;
    uwsgi_temp_path {own}/uwsgi;
    scgi_temp_path {own}/scgi;
    server {{
        listen 127.0.0.1:{port};
        root {folder};
        location /slow/ {{ alias {folder}/; limit_rate 400k; }}
        location /moved/ {{ rewrite ^/moved/(.*)$ /$1 redirect; }}
        location /none/ {{ alias {folder}/; max_ranges 0; }}
    }}
}}
"""

LIGHTTPD = """
server.document-root = "{folder}"
server.bind = "127.0.0.1"
server.port = {port}
server.pid-file = "{own}/pid"
server.errorlog = "{own}/log"
server.stat-cache-engine = "disable"
"""


class WebServer:
    """A web server of others, in the foreground.

    Attributes:
        url: of the folder.
    """

    def __init__(self, program: str, folder: pathlib.Path) -> None:
        self._own = pathlib.Path(tempfile.mkdtemp(prefix=f"{program}-"))
        port = free_port()
        configuration = self._own / "configuration"
        text = NGINX if program == "nginx" else LIGHTTPD
        if program == "nginx" and os.geteuid() == 0:
            text = f"user root;\n{text}"
        configuration.write_text(text.format(folder=folder, own=self._own, port=port))
        self.url = f"http://127.0.0.1:{port}"
        options = ["-p", str(self._own), "-c"] if program == "nginx" else ["-D", "-f"]
        command = [str(path_of(program)), *options, str(configuration)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            if answers_at(port):
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        said = (self._own / "log").read_text() if (self._own / "log").exists() else ""
        self.stop()
        raise RuntimeError(f"{program} does not start: {said}")

    def stop(self) -> None:
        """Stop it, and remove what it wrote."""
        self._process.terminate()
        self._process.wait()
        shutil.rmtree(self._own, ignore_errors=True)

    def __enter__(self) -> WebServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def path_of(program: str) -> str | None:
    """Where a server's program is; None if it is not installed."""
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
