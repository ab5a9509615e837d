"""Add to a wheel the licences of the libraries that it contains, from their Debian packages.

    python tools/wheel_licences.py FOLDER

The wheel in the folder has its libraries in `NAME.libs/`, where auditwheel puts them. dpkg finds the package of each
file, and /usr/share/doc/PACKAGE/copyright is added as `NAME.dist-info/licenses/PACKAGE.txt`.
"""

from __future__ import annotations

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping

DOCUMENTS = pathlib.Path("/usr/share/doc")


def package_of(library: str) -> str:
    """The Debian package of a library, from its name in a wheel: libtbb-5a3c12f0.so.12.8."""
    stem, _, version = re.sub(r"-[0-9a-f]{8}(?=\.)", "", pathlib.PurePath(library).name).partition(".so")
    found = subprocess.run(["dpkg", "-S", f"*/{stem}.so{version}"], capture_output=True, text=True, check=False)
    packages = {line.split(":")[0] for line in found.stdout.splitlines()}
    if len(packages) != 1:
        raise SystemExit(
            f"{stem}.so{version} is of {len(packages)} Debian packages, expected 1: {found.stderr.strip()}"
        )
    return packages.pop()


def licences_of(wheel: zipfile.ZipFile, package: Callable[[str], str] = package_of) -> dict[str, bytes]:
    """The licences, by name of the packages whose libraries the wheel contains."""
    libraries = [name for name in wheel.namelist() if re.search(r"\.libs/lib[^/]+\.so", name)]
    if not libraries:
        raise SystemExit(f"{wheel.filename} has no libraries: auditwheel repair comes first")
    packages = sorted({package(library) for library in libraries})
    return {package: (DOCUMENTS / package / "copyright").read_bytes() for package in packages}


def with_files(wheel: pathlib.Path, texts: Mapping[str, bytes]) -> None:
    """Rewrite the wheel with the licences, and list them in its RECORD."""
    written = wheel.with_suffix(".part")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        (record,) = (name for name in old.namelist() if name.endswith(".dist-info/RECORD"))
        folder = f"{pathlib.PurePosixPath(record).parent}/licenses"
        rows = old.read(record).decode().splitlines()
        for member in old.infolist():
            if member.filename != record:
                new.writestr(member, old.read(member))
        for package, text in texts.items():
            name = f"{folder}/{package}.txt"
            digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
            new.writestr(name, text)
            rows.append(f"{name},sha256={digest},{len(text)}")
        new.writestr(record, "\n".join(rows) + "\n")
    written.replace(wheel)


def main() -> None:
    (wheel,) = pathlib.Path(sys.argv[1]).glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        texts = licences_of(file)
    with_files(wheel, texts)
    print(f"wheel: licences of {', '.join(texts)}")


if __name__ == "__main__":
    main()
