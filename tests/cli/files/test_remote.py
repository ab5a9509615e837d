"""Commands that are given URLs."""

from __future__ import annotations

import json
import pathlib
import signal
import subprocess
import time
from collections.abc import Iterator

import pytest
from program_run import Run
from range_server import RangeServer


@pytest.fixture
def server(sample: pathlib.Path) -> Iterator[RangeServer]:
    with RangeServer(sample.parent) as server:
        yield server


@pytest.mark.parametrize(
    "words",
    [
        ["ls", "{}"],
        ["ls", "-lRt", "{}"],
        ["ls", "-1", "{}:one"],
        ["show", "{}:Events"],
        ["show", "{}:ntuple"],
        ["show", "{}:one/flat"],
        ["draw", "-b", "10", "{}:Events", "mass"],
        ["scan", "-n", "5", "{}:Events", "mass:number"],
    ],
)
def test_the_output_is_that_of_the_local_file(
    ramet: Run, sample: pathlib.Path, server: RangeServer, words: list[str]
) -> None:
    remote = ramet(*(word.format(f"{server.url}/sample.root?key=secret") for word in words))
    local = ramet(*(word.format(sample) for word in words))
    assert remote.returncode == local.returncode == 0, remote.stderr
    shown = remote.stdout.replace(f"{server.url}/sample.root?key=secret", str(sample))
    assert shown.replace(f"{server.url}/sample.root", str(sample)) == local.stdout


def test_a_missing_file_is_an_error_without_secrets(ramet: Run, server: RangeServer) -> None:
    result = ramet("ls", f"{server.url}/none.root?key=secret")
    assert result.returncode == 1
    assert result.stderr == f"ramet: cannot open '{server.url}/none.root': it answered 404 (not found)\n"


@pytest.mark.parametrize(
    "words",
    [
        ["ls", "--json", "{}"],
        ["ls", "{}", "{}"],
        ["show", "--json", "{}"],
        ["show", "--json", "{}:Events"],
        ["show", "--json", "{}:one/flat"],
        ["draw", "--json", "{}:Events", "mass"],
        ["draw", "{}:Events"],
        ["draw", "{}"],
        ["cp", "--json", "{}:Events", "copy.root"],
        ["rm", "{}:Events"],
        ["mkdir", "{}:new"],
        ["mv", "{}:Events", "{}:Other"],
        ["merge", "{}", "{}"],
        ["merge", "--force", "{}", "{}"],
        ["skim", "-o", "{}", "{}:Events"],
        ["trace", "{}"],
    ],
)
def test_no_command_shows_secrets(
    ramet: Run, server: RangeServer, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    base = server.url.replace("http://", "http://me:s3cr3t@")
    result = ramet(*(word.format(f"{base}/sample.root?token=s3cr3t") for word in words))
    assert len(result.stdout + result.stderr) > 10
    assert "s3cr3t" not in result.stdout + result.stderr


def test_ctrl_c_ends_waiting_for_a_server(program: pathlib.Path, server: RangeServer) -> None:
    server.become(latency=30)
    waiting = subprocess.Popen([program, "ls", f"{server.url}/sample.root"], stderr=subprocess.PIPE, text=True)
    while not server.requests:
        time.sleep(0.01)
    begin = time.monotonic()
    waiting.send_signal(signal.SIGINT)
    assert waiting.communicate(timeout=10)[1] == "ramet: interrupted\n"
    assert time.monotonic() - begin < 0.5
    assert waiting.returncode == 130


def test_trace_io_counts_the_requests_of_a_url(ramet: Run, server: RangeServer) -> None:
    server.become(latency=0.03)
    result = ramet("trace", "--io", f"{server.url}/sample.root?key=secret:Events", "--branch", "mass,number", "--json")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["file"] == f"{server.url}/sample.root"
    assert [step["step"] for step in found["steps"]] == ["open the file", "open the table", "read 2 columns"]
    assert found["steps"][0]["requests"] == 2
    assert found["steps"][0]["depth"] == 1
    assert found["all"]["requests"] == len(server.requests)
    assert 1 <= found["all"]["depth"] <= 4
    assert found["all"]["bytes"] > 1000
    assert 0.02 < found["round_trip_seconds"] < 1


def test_trace_io_counts_the_reads_of_a_local_file(ramet: Run, sample: pathlib.Path) -> None:
    result = ramet("trace", "--io", f"{sample}:Events", "--branch", "mass", "--branch", "number", "--entries", "10")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0] == str(sample)
    assert lines[2].split() == ["step", "requests", "trips", "bytes", "in", "gaps", "time,", "s"]
    assert lines[5].startswith("read 2 columns")
    assert int(lines[-3].split()[1]) > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--io", "{}", "--branch", "mass"], "names no tree or ntuple, as FILE:TREE does"),
        (["--io", "{}", "-o", "x.html"], "--output, --stall-monitor and --stall are for a trace, not for --io"),
        (["{}", "--branch", "mass"], "--branch is for --io"),
        (["{}"], "is a ROOT file, and a trace is a file of JSON: `ramet trace --io "),
        (["{}:Events"], "is a ROOT file, and a trace is a file of JSON"),
        (["https://host/a.root:Events"], "`ramet trace --io https://host/a.root:Events` counts what reading it takes"),
    ],
)
def test_trace_io_refuses_what_does_not_fit(ramet: Run, sample: pathlib.Path, words: list[str], said: str) -> None:
    result = ramet("trace", *(word.format(sample) for word in words))
    assert result.returncode == 2
    assert said in result.stderr
