"""Write 226 classes of conditions as C++: write_payload_classes.py FOLDER.

Into FOLDER go payload_classes.hpp (the structs, and functions that visit their members), payload_classes_linkdef.h (for
ROOT's dictionaries) and payload_descriptions.hpp (for ramet, of every eighth class). They are drawn with a fixed seed
to be as varied as an experiment's: numbers, arrays, strings, vectors of numbers and of structs, structs in structs,
maps, bases; from 100 bytes to 30 MB each when they are filled, 230 MB together.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

CLASSES = 226
TOTAL = 251e6  # as sizes are estimated here; the file has 230 MB
LARGEST = 30e6
DESCRIBED = 8  # every so many
INNER = 3.5  # items of a container in an item, on average

DETECTORS = ["Pixel", "Strip", "Ecal", "Hcal", "Drift", "Cathode", "Plate", "Trigger"]
QUANTITIES = ["Gains", "Pedestals", "Noises", "Thresholds", "Alignments", "Cablings", "Voltages", "Temperatures"]
QUANTITIES += ["Delays", "Masks", "Templates", "Resolutions", "Efficiencies", "Geometries", "Channels", "Currents"]
QUANTITIES += ["Weights", "Corrections", "Responses", "Timings", "Fields", "Positions", "Statuses", "Linearities"]
QUANTITIES += ["Crosstalks", "Lorentzes", "Saturations", "Shapes", "Tables"]

NUMBERS = {"short": 2, "unsigned short": 2, "int": 4, "unsigned int": 4, "float": 4, "double": 8}
NUMBERS |= {"unsigned char": 1, "long long": 8}
HEAD = 10  # of an object: byte count, version, checksum


@dataclass
class Struct:
    """A class: its members as (type, name, length of the array or 0), and how many bytes a stored one takes."""

    name: str
    base: str | None = None
    members: list[tuple[str, str, int]] = field(default_factory=list)
    containers: set[str] = field(default_factory=set)
    size: float = HEAD
    count: int = 0  # of the items in the containers of a payload

    def add(self, of_type: str, name: str, size: float, length: int = 0) -> None:
        self.members.append((of_type, name, length))
        self.size += size * max(length, 1)
        if "<" in of_type:
            self.containers.add(of_type)


def add_number(draw: random.Random, struct: Struct, name: str) -> None:
    of_type = draw.choice(list(NUMBERS))
    struct.add(of_type, name, NUMBERS[of_type], draw.choice([0, 0, 0, 2, 3, 6]))


def make_item(draw: random.Random, name: str, kind: int, others: list[Struct]) -> Struct:
    """A struct that payloads hold many of: of numbers; or with a string, a struct, an array of structs, a vector."""
    item = Struct(name)
    for i in range(draw.randint(1, 6)):
        add_number(draw, item, f"value{i}")
    other = draw.choice(others) if others else None
    if kind == 1:
        item.add("std::string", "name", 18)
    elif kind == 2 and other:
        item.add(other.name, "part", other.size)
    elif kind == 3 and other:
        item.add(other.name, "parts", other.size, draw.randint(2, 6))
    elif kind == 4:
        of_type = draw.choice(["float", "int", "unsigned short"])
        item.add(f"std::vector<{of_type}>", "values", 10 + INNER * NUMBERS[of_type])
    return item


def add_container(draw: random.Random, payload: Struct, name: str, items: list[Struct], size: float) -> float:
    """A member of many items. Returns the bytes of one."""
    of_type = draw.choice(list(NUMBERS))
    item = draw.choice(items)
    is_small = size < 1e6  # maps are, in an experiment's conditions
    kind = draw.choices(["numbers", "items", "map", "item map", "strings", "lists"], [5, 6, is_small, is_small, 1, 1])[
        0
    ]
    sizes = {"numbers": NUMBERS[of_type], "items": item.size, "map": 4 + NUMBERS[of_type], "item map": 4 + item.size}
    sizes |= {"strings": 13, "lists": 4 + INNER * NUMBERS[of_type]}
    types = {"numbers": f"std::vector<{of_type}>", "items": f"std::vector<{item.name}>"}
    types |= {"map": f"std::map<int, {of_type}>", "item map": f"std::map<unsigned int, {item.name}>"}
    types |= {"strings": "std::vector<std::string>", "lists": f"std::vector<std::vector<{of_type}>>"}
    payload.add(types[kind], name, 10)
    if kind == "lists":
        payload.containers.add(f"std::vector<{of_type}>")
    return sizes[kind]


def make_payload(draw: random.Random, name: str, size: float, items: list[Struct]) -> Struct:
    payload = Struct(name, base=draw.choice([None, None, "Validity", "TaggedValidity"]))
    for i in range(draw.randint(1, 5)):
        add_number(draw, payload, f"constant{i}")
    per_item = sum(add_container(draw, payload, f"items{i}", items, size) for i in range(draw.randint(1, 3)))
    payload.count = max(1, round((size - payload.size) / per_item))
    return payload


def make_classes() -> tuple[list[Struct], list[Struct]]:
    """Those that payloads are made of, and the payloads."""
    draw = random.Random(226)
    bases = [Struct("Validity"), Struct("TaggedValidity", base="Validity")]
    bases[0].add("unsigned int", "since", 4)
    bases[0].add("unsigned int", "until", 4)
    bases[1].add("std::string", "tag", 18)
    items: list[Struct] = []
    for i in range(60):
        items.append(make_item(draw, f"Item{chr(65 + i // 26)}{chr(65 + i % 26)}", i % 5, items[:20]))
    weights = sorted((10 ** draw.uniform(2, 7.2) for _ in range(CLASSES - 1)), reverse=True)
    scale = (TOTAL - LARGEST) / sum(weights)
    sizes = [LARGEST, *(max(100.0, min(weight * scale, 0.8 * LARGEST)) for weight in weights)]
    names = [detector + quantity for quantity in QUANTITIES for detector in DETECTORS][:CLASSES]
    draw.shuffle(names)
    return [*bases, *items], [make_payload(draw, name, size, items) for name, size in zip(names, sizes, strict=True)]


def definition(struct: Struct) -> str:
    lines = [f"struct {struct.name}" + (f" : {struct.base}" if struct.base else "") + " {"]
    for of_type, name, length in struct.members:
        value = f"[{length}] = {{}}" if length else " = 0" if of_type in NUMBERS else ""
        lines.append(f"  {of_type} {name}{value};")
    lines += ["};", f"template <class Visitor> void visit(Visitor& visitor, {struct.name}& object) {{"]
    if struct.base:
        lines.append(f"  visit(visitor, static_cast<{struct.base}&>(object));")
    lines += [f"  visitor(object.{name});" for _, name, _ in struct.members]
    return "\n".join([*lines, "}"])


def description(struct: Struct) -> str:
    members = ",\n".join(f'      member("{name}", &{struct.name}::{name})' for _, name, _ in struct.members)
    base = f"  using bases = std::tuple<{struct.base}>;\n" if struct.base else ""
    members = f"  static constexpr auto members = std::tuple(\n{members});\n"
    return f"template <>\nstruct ramet::array::Description<{struct.name}> {{\n{base}{members}}};"


def for_each(name: str, payloads: list[Struct]) -> str:
    lines = " \\\n".join(f"  USE({payload.name}, {payload.count})" for payload in payloads)
    return f"// With the number of items in each container.\n#define {name}(USE) \\\n{lines}\n"


def main() -> None:
    folder = Path(sys.argv[1])
    parts, payloads = make_classes()
    described = payloads[::DESCRIBED]
    structs = [*parts, *payloads]
    head = (
        "#pragma once\n\n// Made by write_payload_classes.py.\n\n#include <map>\n#include <string>\n#include <vector>\n"
    )
    classes = [head, *(definition(struct) for struct in structs), for_each("FOR_EACH_PAYLOAD", payloads)]
    classes.append(for_each("FOR_EACH_DESCRIBED_PAYLOAD", described))
    (folder / "payload_classes.hpp").write_text("\n".join(classes))
    linked = [*(struct.name for struct in structs), *sorted(set().union(*(struct.containers for struct in structs)))]
    links = [f"#pragma link C++ class {name}+;" for name in linked]
    off = [f"#pragma link off all {what};" for what in ("globals", "classes", "functions")]
    (folder / "payload_classes_linkdef.h").write_text("\n".join(["#ifdef __CLING__", *off, *links, "#endif\n"]))
    lines = [
        "#pragma once\n\n// Made by write_payload_classes.py.\n\n#include <tuple>\n",
        '#include "payload_classes.hpp"',
    ]
    lines += ['#include "ramet/array/describe.hpp"\n', *(description(struct) for struct in [*parts, *described])]
    (folder / "payload_descriptions.hpp").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
