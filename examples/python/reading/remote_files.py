"""Files of web servers: one, many, copies, what is missing. docs/guides/remote/files.md shows this."""

# Says: ['Events;1']
# Says: 1000 entries, mean 499.5
# Says: 2000 entries in 2 files
# Says: 1000 from the second server
# Says: FileMissingError
# Says: 2000 entries of both

import http.server
import threading
from pathlib import Path

import fsspec
import ramet


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Sends the files of this folder."""

    def log_message(self, *_: object) -> None:
        """Says nothing."""


class Server(http.server.ThreadingHTTPServer):
    """One who is not surprised that clients end what they need no more."""

    def handle_error(self, *_: object) -> None:
        """Says nothing."""


for name in ("run7.root", "run8.root"):
    with ramet.recreate(name) as file:
        file.mktree("Events", {"x": "float64"}).extend({"x": range(1000)})
server = Server(("127.0.0.1", 0), Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
site = f"http://127.0.0.1:{server.server_address[1]}"

# docs: begin one
with ramet.open(f"{site}/run7.root") as file:
    print(file.keys())
    events = file["Events"]
x = events["x"].array(library="np")  # one more trip, for the baskets of this column alone
print(f"{len(x)} entries, mean {x.mean()}")
# docs: end one

# docs: begin many
both = ramet.open_many([f"{site}/run7.root:Events", f"{site}/run8.root:Events"])
print(f"{both.num_entries} entries in 2 files")
# docs: end many

# docs: begin copies
copies = f"http://127.0.0.1:1/run7.root|{site}/run7.root"  # nobody answers at the first
with ramet.open(f"{copies}:Events") as events:
    print(f"{events.num_entries} from the second server")
# docs: end copies

# docs: begin missing
try:
    ramet.open(f"{site}/run9.root")
except FileNotFoundError as error:
    print(type(error).__name__)
# docs: end missing

files = fsspec.filesystem("memory")
for name in ("run7.root", "run8.root"):
    files.pipe_file(f"/runs/{name}", Path(name).read_bytes())

# docs: begin others
runs = ramet.open_many("memory://runs/run*.root:Events")  # fsspec's own memory
print(f"{runs.num_entries} entries of both")
# docs: end others

server.shutdown()
server.server_close()
