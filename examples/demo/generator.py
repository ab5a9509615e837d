"""A worker process: Pythia 8 makes pp -> Z/gamma* -> mu mu events and sends them on as NumPy arrays."""

from __future__ import annotations

import hashlib
from multiprocessing.connection import Connection

import numpy as np

EVENT_COLUMNS = {"event": "int64", "process": "int32", "weight": "float64", "scale": "float64"}
PARTICLE_COLUMNS = {
    "pdgId": "int32",
    "px": "float64",
    "py": "float64",
    "pz": "float64",
    "e": "float64",
    "m": "float64",
    "status": "int16",
}
BATCH_EVENTS = 50

SETTINGS = (
    "Print:quiet = on",
    "Beams:eCM = 13600.",
    "WeakSingleBoson:ffbar2gmZ = on",
    "PhaseSpace:mHatMin = 50.",
    "23:onMode = off",
    "23:onIfAny = 13",
    "Random:setSeed = on",
)

type_of_batch = dict[str, object]


def final_state(event: object) -> list[tuple[float, ...]]:
    """The particles that leave the collision, one tuple each in the order of PARTICLE_COLUMNS."""
    return [
        (p.id(), p.px(), p.py(), p.pz(), p.e(), p.m(), p.status())
        for p in event  # type: ignore[attr-defined]
        if p.isFinal()
    ]


def batch_of(events: list[tuple[float, ...]], particles: list[list[tuple[float, ...]]]) -> type_of_batch:
    """Columns of some events: arrays, and for the particles pairs of offsets and content."""
    batch: type_of_batch = {
        name: np.array([event[k] for event in events], dtype) for k, (name, dtype) in enumerate(EVENT_COLUMNS.items())
    }
    offsets = np.zeros(len(events) + 1, "int64")
    np.cumsum([len(of_event) for of_event in particles], out=offsets[1:])
    table = np.array([particle for of_event in particles for particle in of_event], "float64")
    for k, (name, dtype) in enumerate(PARTICLE_COLUMNS.items()):
        batch[f"Particle_{name}"] = (offsets, table[:, k].astype(dtype))
    return batch


class Digests:
    """SHA-256 of each column's values, fed batch by batch; of a list column, of its counts and of its content."""

    def __init__(self) -> None:
        self._hashes: dict[str, hashlib._Hash] = {}

    def add(self, name: str, values: np.ndarray) -> None:
        self._hashes.setdefault(name, hashlib.sha256()).update(np.ascontiguousarray(values).tobytes())

    def add_batch(self, batch: type_of_batch) -> None:
        for name, values in batch.items():
            if isinstance(values, tuple):
                offsets, content = values
                self.add(f"{name}:counts", np.diff(offsets))
                self.add(name, content)
            else:
                self.add(name, values)  # type: ignore[arg-type]

    def hex(self) -> dict[str, str]:
        return {name: digest.hexdigest() for name, digest in sorted(self._hashes.items())}


def generate(connection: Connection, worker: int, first_event: int, count: int, seed: int) -> None:
    """Send batches, then a dictionary with the digests of everything sent."""
    import pythia8mc  # only workers need it

    pythia = pythia8mc.Pythia("", False)
    for setting in (*SETTINGS, f"Random:seed = {seed + worker}"):
        pythia.readString(setting)
    if not pythia.init():
        raise SystemExit("Pythia could not be initialised")
    digests = Digests()
    events: list[tuple[float, ...]] = []
    particles: list[list[tuple[float, ...]]] = []
    made = 0
    while made < count:
        if not pythia.next():
            continue
        info = pythia.infoPython()
        events.append((first_event + made, info.code(), info.weight(), pythia.event.scale()))
        particles.append(final_state(pythia.event))
        made += 1
        if len(events) == BATCH_EVENTS or made == count:
            batch = batch_of(events, particles)
            digests.add_batch(batch)
            connection.send(batch)
            events, particles = [], []
    connection.send(digests.hex())
    connection.close()
