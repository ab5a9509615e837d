"""Files of servers: what is read is right, and takes few trips."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
import ramet
from ramet import _core
from ramet import session as shared
from range_server import RangeServer
from remote_columns import COLUMNS, ENTRIES, check, column

NAMES = [f"c{number}" for number in range(10)]


@pytest.mark.parametrize("name", ["tree", "ntuple"])
def test_opening_and_reading_ten_columns_takes_at_most_three_trips(server: RangeServer, name: str) -> None:
    server.become(latency=0.25)  # more than a busy machine delays requests that are made together
    with ramet.open(f"{server.url}/{name}.root:Events") as table:
        assert server.depth() == 1
        assert len(server.requests) == 2
        assert table.num_entries == ENTRIES
        check(table.arrays(NAMES, library="np"), NAMES)
    assert server.depth() <= 3
    sent = sum(request.sent for request in server.requests)
    assert sent < 1.05 * 10 * 4 * ENTRIES + 65_536 + 262_144


@pytest.mark.parametrize("name", ["tree", "ntuple"])
def test_everything_is_read_and_small_parts_too(server: RangeServer, name: str) -> None:
    every = [f"c{number}" for number in range(COLUMNS)]
    with ramet.open(f"{server.url}/{name}.root:Events") as table:
        check(table.arrays(library="np"), every)
        assert np.array_equal(
            table["c7"].array(library="np", entry_start=17_000, entry_stop=17_010), column(7)[17_000:17_010]
        )
        parts = list(table.iterate(["c3"], step_size=7_000, library="np"))
        assert np.array_equal(np.concatenate([part["c3"] for part in parts]), column(3))


def test_many_urls_are_one_table(server: RangeServer) -> None:
    places = [f"{server.url}/tree.root", f"{server.url}/ntuple.root"]
    table = ramet.open_many(dict.fromkeys(places, "Events"))
    assert table.num_entries == 2 * ENTRIES
    check(table.arrays(["c1", "c2"], library="np"), ["c1", "c2"], copies=2)
    whole = ramet.concatenate([f"{place}:Events" for place in places], ["c0"], library="np")
    check(whole, ["c0"], copies=2)
    assert [one.num_entries for one in ramet.num_entries(dict.fromkeys(places, "Events"))] == [ENTRIES, ENTRIES]


def test_schemes_may_be_in_capitals(server: RangeServer) -> None:
    url = f"{server.url.replace('http', 'HTTP')}/tree.root:Events"
    assert ramet.open(url).num_entries == ENTRIES
    assert ramet.open_many([url]).num_entries == ramet.frame(url).count().value == ENTRIES


def test_a_blank_in_a_url_is_named(server: RangeServer) -> None:
    with pytest.raises(ramet.MisuseError, match=r"a b\.root' has a blank or control character: write it as %20"):
        ramet.open(f"{server.url}/a b.root")


def test_frames_and_drawings_take_urls(server: RangeServer) -> None:
    frame = ramet.frame(f"{server.url}/tree.root:Events")
    kept = frame.filter("c0 > 0")
    assert kept.count().value == np.count_nonzero(column(0) > 0)
    histogram = ramet.open(f"{server.url}/tree.root:Events").draw("c0", bins=10)
    assert histogram.values().sum() > 0


def test_a_path_object_and_a_place_that_another_process_opens(server: RangeServer) -> None:
    assert ramet.open(Path(f"{server.url}/tree.root")).keys() == ["Events;1"]
    tree = pickle.loads(pickle.dumps(ramet.open(f"{server.url}/tree.root?key=secret:Events")))
    assert tree.num_entries == ENTRIES
    assert server.requests[-1].path == "/tree.root?key=secret"


def test_names_have_no_secrets_and_requests_have_them(server: RangeServer) -> None:
    host = server.url.removeprefix("http://")
    url = f"http://me:secret@{host}/tree.root?token=secret"
    file = ramet.open({url: None})
    assert file.file_path == f"{server.url}/tree.root"
    assert server.requests[0].path == "/tree.root?token=secret"
    assert server.requests[0].headers["Authorization"].startswith("Basic ")
    missing = url.replace("tree.root", "none.root")
    for broken in (missing, f"{missing}|{missing}2"):
        with pytest.raises(FileNotFoundError) as raised:
            ramet.open({broken: None})
        assert "secret" not in str(raised.value)


def test_a_token_is_sent_to_this_machine(server: RangeServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server.become(token="s3cret")
    with pytest.raises(OSError, match="401"):
        ramet.open(f"{server.url}/tree.root")
    (tmp_path / "token").write_text("s3cret\n")
    (tmp_path / f"bt_u{os.geteuid()}").write_text("s3cret\n")
    places = {"BEARER_TOKEN": "s3cret", "BEARER_TOKEN_FILE": str(tmp_path / "token"), "XDG_RUNTIME_DIR": str(tmp_path)}
    for variable, value in places.items():
        with monkeypatch.context() as context:
            context.setenv(variable, value)
            context.setattr(shared._shared, "_session", _core.Session(2))
            assert ramet.open(f"{server.url}/tree.root").keys() == ["Events;1"]
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2, bearer_token="s3cret"))
    assert ramet.open(f"{server.url}/tree.root").keys() == ["Events;1"]


def test_a_netrc_file_has_users_and_passwords(
    server: RangeServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    ramet.open(f"{server.url}/tree.root")
    assert server.requests[0].headers["Authorization"] == "Basic bWU6c2VjcmV0"


def test_the_environment_may_name_a_netrc_file(
    server: RangeServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mine").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "mine"))
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2))
    ramet.open(f"{server.url}/tree.root")
    assert server.requests[0].headers["Authorization"] == "Basic bWU6c2VjcmV0"


@pytest.mark.parametrize("variable", ["NETRC", "BEARER_TOKEN_FILE"])
def test_a_file_that_the_environment_names_and_that_is_not_there_is_told(
    server: RangeServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str
) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "none"))
    monkeypatch.setattr(shared._shared, "_session", _core.Session(2))
    ramet.open(f"{server.url}/tree.root")  # a server that does not ask who it is needs none
    for status, word in ((401, "not known"), (403, "forbidden")):
        server.become(status=status)
        with pytest.raises(OSError, match=rf"answered {status} .*{word}.*; {variable} names '.*none', which cannot be"):
            ramet.open(f"{server.url}/tree.root")


def test_copies_are_asked_in_turn(server: RangeServer) -> None:
    with ramet.open(f"http://127.0.0.1:1/tree.root|{server.url}/none.root|{server.url}/tree.root:Events") as tree:
        check(tree.arrays(NAMES, library="np"), NAMES)


def test_a_redirection_is_followed(server: RangeServer, folder: Path) -> None:
    with RangeServer(folder) as door:
        door.become(redirect=f"{server.url}/tree.root")
        with ramet.open(f"{door.url}/tree.root:Events") as tree:
            check(tree.arrays(NAMES, library="np"), NAMES)


def test_where_a_redirection_led_is_asked_from_then_on(server: RangeServer, folder: Path) -> None:
    with RangeServer(folder) as door:
        door.become(redirect=f"{server.url}/tree.root")
        with ramet.open(f"{door.url}/tree.root:Events") as tree:
            asked = len(door.requests)
            check(tree.arrays(NAMES, library="np"), NAMES)
            assert len(door.requests) == asked
            server.become(status=403, faults=1)
            check(tree.arrays(NAMES, library="np"), NAMES)
            assert len(door.requests) > asked


def test_a_url_of_no_file_and_a_name_that_is_not_in_one(server: RangeServer) -> None:
    with pytest.raises(FileNotFoundError, match=r"cannot open 'http.*/none\.root': it answered 404 \(not found\)"):
        ramet.open(f"{server.url}/none.root")
    with pytest.raises(FileNotFoundError, match="404"):
        ramet.open_many(f"{server.url}/none.root:Events")
    with pytest.raises(ramet.KeyInFileError, match="Event"):
        ramet.open(f"{server.url}/tree.root:Event")
    with pytest.raises(KeyError, match="Event"):
        ramet.open_many(f"{server.url}/tree.root:Event")
    (server.folder / "page.root").write_text("<!DOCTYPE html><html>log in here</html>")
    with pytest.raises(ramet.CorruptError, match="page"):
        ramet.open(f"{server.url}/page.root")
    (server.folder / "empty.root").write_bytes(b"")
    with pytest.raises(ramet.CorruptError, match=r"empty\.root"):
        ramet.open(f"{server.url}/empty.root")


def test_urls_are_not_written() -> None:
    for write in (ramet.recreate, ramet.update):
        with pytest.raises(ramet.UnsupportedError, match="https:// cannot be written"):
            write("https://host/a.root")


def test_remote_files_are_merged(server: RangeServer, tmp_path: Path) -> None:
    ramet.merge(tmp_path / "both.root", [f"{server.url}/tree.root"] * 2)
    check(ramet.open(tmp_path / "both.root")["Events"].arrays(["c4"], library="np"), ["c4"], copies=2)


def test_a_forked_child_reads_with_a_session_of_its_own(server: RangeServer) -> None:
    ramet.open(f"{server.url}/tree.root")
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if ramet.open(f"{server.url}/tree.root:Events").num_entries == ENTRIES else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def wait_for_a_request(server: RangeServer, program: subprocess.Popen[str]) -> None:
    """Until a program asks a server, which forgot its requests when it became another."""
    end = time.monotonic() + 60
    while not server.requests:
        assert program.poll() is None, "the program ended before it asked"
        assert time.monotonic() < end, "the program did not ask"
        time.sleep(0.01)


_WAITS = """
import sys, ramet
print("begin", flush=True)
try:
    ramet.open(sys.argv[1])
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_ends_waiting_for_a_server(server: RangeServer, tmp_path: Path) -> None:
    server.become(latency=30)
    (tmp_path / "waits.py").write_text(_WAITS)
    program = subprocess.Popen(
        [sys.executable, tmp_path / "waits.py", f"{server.url}/tree.root"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    wait_for_a_request(server, program)
    time.sleep(0.1)
    begin = time.monotonic()
    program.send_signal(signal.SIGINT)
    assert program.communicate(timeout=10)[0] == "begin\ninterrupted\n"
    assert time.monotonic() - begin < 1.0


_READS = """
import sys
import ramet

table = ramet.open(f"{sys.argv[1]}:Events")
sums = [ramet.frame(f"{sys.argv[1]}:Events").sum(f"c{number}") for number in range(3)]
print("opened", flush=True)
input()
try:
    table.arrays(library="np") if sys.argv[2] == "arrays" else ramet.run(*sums)
except KeyboardInterrupt:
    print("interrupted", sum(end - begin for begin, end in sums[0].report.covered) if sys.argv[2] == "frame" else 0)
"""


@pytest.mark.parametrize("what", ["arrays", "frame"])
def test_ctrl_c_ends_waiting_for_bytes_that_come_slowly(server: RangeServer, tmp_path: Path, what: str) -> None:
    (tmp_path / "reads.py").write_text(_READS)
    program = subprocess.Popen(
        [sys.executable, tmp_path / "reads.py", f"{server.url}/tree.root", what],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert program.stdout is not None
    assert program.stdin is not None
    assert program.stdout.readline() == "opened\n"
    server.become(bandwidth=500)  # bytes a second: whoever waited for them would wait for minutes
    program.stdin.write("go\n")
    program.stdin.flush()
    wait_for_a_request(server, program)
    time.sleep(0.5)  # all threads wait
    program.send_signal(signal.SIGINT)
    assert program.communicate(timeout=20)[0].startswith("interrupted ")  # results say what they cover


def test_threads_share_a_server(server: RangeServer) -> None:
    server.become(latency=0.01)
    found: list[float] = []

    def read(number: int) -> None:
        with ramet.open(f"{server.url}/tree.root:Events") as tree:
            found.append(float(tree[f"c{number}"].array(library="np").sum(dtype="float64")))

    threads = [threading.Thread(target=read, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == pytest.approx(sorted(float(column(number).sum(dtype="float64")) for number in range(8)))
