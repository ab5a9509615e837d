"""The parallel writer: many contexts, one file."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

import awkward as ak
import numpy as np
import pytest
import ramet
import uproot
from ramet.writing.reports import Report

SCHEMA = {
    "event": "int64",
    "weight": "float64",
    "Particle": "var * {pdgId: int32, px: float64}",
    "Particle_m": ramet.Column("var * float32", counter="nParticle"),
}


def batch_of(part: int, entries: int = 500) -> dict[str, Any]:
    """The entries of a part, which depend only on its number."""
    random = np.random.default_rng(part)
    counts = random.integers(0, 20, entries)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    size = int(offsets[-1])
    return {
        "event": np.arange(entries) + entries * part,
        "weight": random.normal(size=entries),
        "Particle": (offsets, {"pdgId": random.integers(-13, 14, size), "px": random.normal(size=size)}),
        "Particle_m": (offsets, random.normal(size=size).astype("float32")),
    }


def write(path: Path, contexts: int, parts: int, **options: Any) -> Report:
    with ramet.ParallelWriter(path, "Events", SCHEMA, cluster_size="50 kB", **options) as writer:
        barrier = threading.Barrier(contexts)

        def fill(number: int) -> None:
            barrier.wait()
            with writer.context(number) as context:
                for part in range(number, parts, contexts):
                    context.begin_sequence(part)
                    context.extend(batch_of(part))

        with ThreadPoolExecutor(contexts) as threads:
            list(threads.map(fill, range(contexts)))
    return writer.report()


@pytest.mark.parametrize("contexts", [1, 2, 8])
@pytest.mark.parametrize("encoder_threads", [0, 2])
def test_the_order_of_entries_does_not_depend_on_threads(tmp_path: Path, contexts: int, encoder_threads: int) -> None:
    path = tmp_path / "events.root"
    report = write(path, contexts, 8, encoder_threads=encoder_threads)
    assert report.entries == 4000
    assert sum(context.entries for context in report.contexts) == 4000
    assert sum(context.clusters for context in report.contexts) == report.clusters >= 8
    assert report.compressed_bytes < report.uncompressed_bytes
    assert report.compression_ratio > 1
    assert 0 < report.memory_peak <= 2**30
    ours, theirs = ramet.open(path)["Events"].arrays(), uproot.open(path)["Events"].arrays()
    assert ours.fields == ["event", "weight", "nParticle", "Particle_pdgId", "Particle_px", "Particle_m"]
    for name in ours.fields:
        assert ak.array_equal(ours[name], theirs[name], dtype_exact=True), name
    assert ours.event.tolist() == list(range(4000))
    expected = np.concatenate([batch_of(part)["Particle_m"][1] for part in range(8)])
    assert np.array_equal(ak.flatten(ours.Particle_m).to_numpy(), expected)


def test_order_of_arrival_keeps_each_contexts_order(tmp_path: Path) -> None:
    path = tmp_path / "events.root"
    write(path, 4, 8, order="arrival")
    events = ramet.open(path)["Events/event"].array(library="np")
    assert sorted(events.tolist()) == list(range(4000))
    for context in range(4):
        mine = events[(events // 500) % 4 == context]
        assert np.all(np.diff(mine) > 0)


def test_a_small_memory_budget_is_kept_by_smaller_clusters(tmp_path: Path) -> None:
    path = tmp_path / "events.root"
    report = write(path, 2, 8, memory_budget="1 MB")
    assert report.memory_peak <= 1_000_000
    assert ramet.open(path)["Events"].num_entries == 4000


def test_the_writer_says_what_it_spent(tmp_path: Path) -> None:
    with ramet.ParallelWriter(tmp_path / "events.root", "dir/Events", {"x": "float64"}) as writer:
        with writer.context() as context:
            context.extend({"x": np.random.default_rng(1).normal(size=100_000)})
            assert context.entries == 100_000
            context.hand_over()
            assert set(context.times) == {"fill", "encode", "compress", "write", "commit", "wait"}
        assert context.closed
        writer.checkpoint()
        assert ramet.open(tmp_path / "events.root")["dir/Events"].num_entries == 100_000
    assert str(writer.report()).startswith("100000 entries in 1 clusters: 0.80 MB became ")
    assert len(str(writer.report()).splitlines()) == 3
    (report,) = writer.report().contexts
    assert (report.number, report.entries, report.clusters) == (0, 100_000, 1)
    assert report.compress > 0
    assert report.write > 0


@pytest.mark.parametrize("every", [{"checkpoint_size": "100 kB"}, {"checkpoint_seconds": 0.001}])
def test_checkpoints_come_by_themselves(tmp_path: Path, every: dict[str, Any]) -> None:
    path = tmp_path / "events.root"
    values = np.random.default_rng(1).normal(size=100_000)
    writer = ramet.ParallelWriter(path, "Events", {"x": "float64"}, cluster_size="50 kB", **every)
    with writer, writer.context() as context:
        assert writer.saved_entries == 0
        for part in np.split(values, 10):
            context.extend({"x": part})
        saved = writer.saved_entries
        assert 0 < saved <= len(values)
        with ramet.open(path) as file:  # what a process that dies now leaves
            found = file["Events/x"].array(library="np")
        assert len(found) >= saved
        assert np.array_equal(found, values[: len(found)])
    assert writer.saved_entries == len(values)


def test_no_checkpoint_comes_unless_asked_for(tmp_path: Path) -> None:
    with ramet.ParallelWriter(tmp_path / "events.root", "Events", {"x": "float64"}, cluster_size="50 kB") as writer:
        with writer.context() as context:
            context.extend({"x": np.zeros(100_000)})
        assert writer.saved_entries == 0


def test_closing_with_open_contexts_is_refused_and_can_be_made_good(tmp_path: Path) -> None:
    writer = ramet.ParallelWriter(tmp_path / "events.root", "Events", {"x": "int64"})
    context = writer.context()
    context.extend({"x": [1, 2]})
    with pytest.raises(ramet.MisuseError, match="1 fill contexts .* open"):
        writer.close()
    assert not writer.closed
    context.close()
    writer.close()
    with pytest.raises(ramet.MisuseError, match="closed"):
        context.extend({"x": [3]})
    assert ramet.open(tmp_path / "events.root")["Events/x"].array().tolist() == [1, 2]


def test_entries_of_a_dropped_context_are_reported_as_lost(tmp_path: Path) -> None:
    writer = ramet.ParallelWriter(tmp_path / "events.root", "Events", {"x": "int64"})
    context = writer.context()
    context.extend({"x": [1, 2, 3]})
    del context
    with pytest.raises(ramet.MisuseError, match="3 entries"):
        writer.close()
    assert ramet.open(tmp_path / "events.root")["Events"].num_entries == 0


def test_the_file_has_all_filled_entries_after_an_exception(tmp_path: Path) -> None:
    path = tmp_path / "events.root"

    def fail_after_filling() -> None:
        with ramet.ParallelWriter(path, "Events", {"x": "int64"}) as writer:
            context = writer.context()
            context.extend({"x": [1, 2, 3]})
            raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        fail_after_filling()
    assert ramet.open(path)["Events/x"].array().tolist() == [1, 2, 3]


def test_an_error_of_closing_is_noted_on_the_exception(tmp_path: Path) -> None:
    def fail_with_a_lost_context() -> None:
        with ramet.ParallelWriter(tmp_path / "events.root", "Events", {"x": "int64"}) as writer:
            writer.context().extend({"x": [1, 2, 3]})  # dropped at once
            raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine") as raised:
        fail_with_a_lost_context()
    assert "3 entries" in raised.value.__notes__[0]


def test_a_context_takes_one_thread_at_a_time(tmp_path: Path) -> None:
    """The second thread gets an error, or waits; the file is never broken."""
    path = tmp_path / "events.root"
    batch = {"x": np.random.default_rng(1).normal(size=200_000)}
    refused = []
    with ramet.ParallelWriter(path, "Events", {"x": "float64"}) as writer:
        context = writer.context()
        barrier = threading.Barrier(2)

        def fill() -> None:
            barrier.wait()
            for _ in range(5):
                try:
                    context.extend(batch)
                except ramet.MisuseError as error:
                    refused.append(str(error))

        threads = [threading.Thread(target=fill) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        context.close()
    assert all("two threads" in message for message in refused)
    assert ramet.open(path)["Events"].num_entries == 200_000 * (10 - len(refused))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "random"}, "'random'"),
        ({"cluster_size": "many"}, "'many'"),
        ({"memory_budget": 10}, "memory budget of 10 bytes"),
    ],
)
def test_options_that_make_no_sense_are_refused(tmp_path: Path, options: Any, message: str) -> None:
    def use() -> None:
        with ramet.ParallelWriter(tmp_path / "events.root", "Events", {"x": "int64"}, **options) as writer:
            writer.context()

    with pytest.raises(ValueError, match=message):
        use()


def test_members_of_a_group_must_be_equally_long(tmp_path: Path) -> None:
    schema = {"P": "var * {a: int32, b: int32}", "c": ramet.Column("var * int32", counter="nP")}
    with ramet.ParallelWriter(tmp_path / "events.root", "Events", schema) as writer, writer.context() as context:
        context.extend({"P": {"a": [[1, 2], [3]], "b": [[4, 5], [6]]}, "c": [[7, 8], [9]]})
        with pytest.raises(ramet.MisuseError, match="'b' and 'a' have different lengths"):
            context.extend({"P": {"a": [[1], [2]], "b": [[1, 2], []]}, "c": [[1], [2]]})
        with pytest.raises(ramet.MisuseError, match="'nP'"):
            context.extend({"P": {"a": [[1], [2]], "b": [[1], [2]]}, "c": [[1, 2], []]})
        assert context.entries == 2
    assert ramet.open(tmp_path / "events.root")["Events"].arrays().tolist() == [
        {"nP": 2, "P_a": [1, 2], "P_b": [4, 5], "c": [7, 8]},
        {"nP": 1, "P_a": [3], "P_b": [6], "c": [9]},
    ]


def test_the_same_calls_write_an_ntuple(tmp_path: Path) -> None:
    path = tmp_path / "ntuple.root"
    report = write(path, contexts=3, parts=6, format="rntuple")
    assert report.entries == 3000
    with ramet.open(path) as file:
        written = file["Events"]
        assert isinstance(written, ramet.NTuple)
        arrays = written.arrays()
    expected = np.concatenate([batch_of(part)["weight"] for part in range(6)])
    np.testing.assert_array_equal(arrays["weight"], expected)
    others = uproot.open(f"{path}:Events").arrays()
    assert ak.array_equal(others["Particle"].px, arrays["Particle"].px)
    assert ak.array_equal(others["Particle_m"], arrays["Particle_m"])


def test_a_table_is_a_tree_or_an_ntuple(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'csv' is not one of 'ttree', 'rntuple'"):
        ramet.ParallelWriter(tmp_path / "x.root", "Events", SCHEMA, format="csv")  # type: ignore[arg-type]


def test_an_ntuple_takes_columns_and_projections_while_it_is_filled(tmp_path: Path) -> None:
    path = tmp_path / "late.root"
    schema = {"v": "var * float32", "count": ramet.Projection("v", sizes=True)}
    with (
        ramet.ParallelWriter(path, "Events", schema, format="rntuple", page_checksums=False) as writer,
        writer.context() as context,
    ):
        context.extend({"v": (np.array([0, 1, 3]), np.array([1.0, 2.0, 3.0], dtype=np.float32))})
        writer.add_columns({"n": "int32", "again": ramet.Projection("v")})
        with pytest.raises(ramet.MisuseError, match="has 'n', which the tree does not have"):
            context.extend({"v": (np.array([0]), np.array([])), "n": np.array([], dtype=np.int32)})
        context.refresh()
        context.extend({"v": (np.array([0, 0]), np.array([], dtype=np.float32)), "n": np.array([5])})
    with ramet.open(path) as file:
        arrays = file["Events"].arrays()
    assert arrays["n"].tolist() == [0, 0, 5]
    assert arrays["count"].tolist() == [1, 2, 0]
    assert arrays["again"].tolist() == [[1.0], [2.0, 3.0], []]


def test_trees_take_no_columns_later_and_show_none(tmp_path: Path) -> None:
    with (
        ramet.ParallelWriter(tmp_path / "tree.root", "Events", {"n": "int32"}) as writer,
        pytest.raises(ramet.MisuseError, match="only be added to ntuples"),
    ):
        writer.add_columns({"m": "int32"})
    with pytest.raises(ramet.MisuseError, match="only ntuples"):
        ramet.ParallelWriter(tmp_path / "other.root", "Events", {"n": "int32", "m": ramet.Projection("n")})


def test_a_pool_lends_few_contexts_to_many_threads(tmp_path: Path) -> None:
    path = tmp_path / "events.root"
    with ramet.ParallelWriter(path, "Events", {"x": "int64"}, order="arrival") as writer:
        with writer.pool(2) as pool:

            def fill(start: int) -> None:
                for turn in range(5):
                    with pool.lend() as context:
                        assert pool.lent <= 2
                        context.extend({"x": np.arange(start + 10 * turn, start + 10 * turn + 10)})

            with ThreadPoolExecutor(4) as threads:
                list(threads.map(fill, range(0, 400, 100)))
            with pool.lend(), pool.lend(), pytest.raises(TimeoutError), pool.lend(timeout=0.01):
                pass
            with pool.lend(), pytest.raises(ramet.MisuseError, match="1 contexts of the pool are lent"):
                pool.close()
        with pytest.raises(ramet.MisuseError, match="a pool of 0 contexts"):
            writer.pool(0)
    assert len(writer.report().contexts) <= 2
    found = ramet.open(path)["Events"]["x"].array()
    assert sorted(found.tolist()) == [x + start for start in range(0, 400, 100) for x in range(50)]


def test_the_bytes_in_flight_can_be_read_at_any_time(tmp_path: Path) -> None:
    writer = ramet.ParallelWriter(tmp_path / "events.root", "Events", {"x": "int64"}, when_full="wait")
    with writer, writer.context() as context:
        assert context.try_extend({"x": np.arange(1000)})
        assert context.held_entries == 1000
        status = writer.status()
        assert 0 < status.bytes_in_flight <= status.most_bytes_in_flight <= status.memory_budget
        assert (status.clusters_in_flight, status.contexts_waiting, status.seconds_waited) == (0, 0, 0.0)
        assert status.descriptor_bytes == 0
        context.flush()
        assert context.held_entries == 0
        assert 0 < writer.status().descriptor_bytes < 1000
    assert writer.status().bytes_in_flight == 0


@pytest.mark.parametrize("format", ["ttree", "rntuple"])
def test_reproducible_files_are_the_same_bytes_for_any_number_of_threads(
    tmp_path: Path, format: Literal["ttree", "rntuple"]
) -> None:
    contents = []
    for threads in (1, 4):
        path = tmp_path / str(threads) / "events.root"
        path.parent.mkdir()
        schema = {"x": "int64", "y": "var * float32"}
        with ramet.ParallelWriter(
            path, "Events", schema, format=format, reproducible=True, cluster_entries=60
        ) as writer:

            def fill(part: int) -> None:
                with writer.context(part) as context:
                    counts = np.arange(part % 7 * 5 + 1)
                    offsets = np.concatenate([[0], np.cumsum(counts % 3)])
                    context.extend({"x": counts + part, "y": (offsets, np.arange(offsets[-1], dtype="float32"))})

            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(fill, range(40)))
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]


@pytest.mark.parametrize("option", [{"when_full": "never"}, {"hand_over": "never"}])
def test_invalid_choices_are_named(tmp_path: Path, option: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="'never' is not one of"):
        ramet.ParallelWriter(tmp_path / "events.root", "Events", {"x": "int64"}, **option)
