"""The licences of the libraries in a wheel."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

import pytest
import wheel_licences

RECORD = "ramet-0.1.dist-info/RECORD"


def wheel_of(folder: Path, *names: str) -> Path:
    path = folder / "ramet-0.1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        for name in names:
            file.writestr(name, f"contents of {name}")
        file.writestr(RECORD, "".join(f"{name},,\n" for name in (*names, RECORD)))
    return path


def test_a_text_is_a_file_that_the_record_lists(tmp_path: Path) -> None:
    path = wheel_of(tmp_path, "ramet/_core.so", "ramet.libs/libtbb-5a3c12f0.so.12.8")
    wheel_licences.with_files(path, {"libtbb12": b"free for all"})
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        assert file.read("ramet-0.1.dist-info/licenses/libtbb12.txt") == b"free for all"
        assert file.read("ramet/_core.so") == b"contents of ramet/_core.so"
        rows = file.read(RECORD).decode().splitlines()
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"free for all").digest()).decode().rstrip("=")
    assert rows[-1] == f"ramet-0.1.dist-info/licenses/libtbb12.txt,sha256={digest},12"
    assert rows[0] == "ramet/_core.so,,"
    assert list(tmp_path.iterdir()) == [path]


def test_each_package_has_one_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheel_licences, "DOCUMENTS", tmp_path)
    (tmp_path / "both").mkdir()
    (tmp_path / "both" / "copyright").write_text("MIT")
    path = wheel_of(tmp_path, "ramet.libs/libone-12345678.so.1", "ramet.libs/libtwo-12345678.so.2", "ramet/no.libs")
    asked: list[str] = []

    def package(library: str) -> str:
        asked.append(library)
        return "both"

    with zipfile.ZipFile(path) as file:
        assert wheel_licences.licences_of(file, package) == {"both": b"MIT"}
    assert asked == ["ramet.libs/libone-12345678.so.1", "ramet.libs/libtwo-12345678.so.2"]


def test_a_wheel_without_libraries_is_refused(tmp_path: Path) -> None:
    with (
        zipfile.ZipFile(wheel_of(tmp_path, "ramet/_core.so")) as file,
        pytest.raises(SystemExit, match="auditwheel repair comes first"),
    ):
        wheel_licences.licences_of(file)


def test_the_package_of_a_library_is_asked_by_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = '[ "$2" = "*/libtbb.so.12.8" ] || [ "$2" = "*/libldap-2.5.so.0.1" ]'
    (tmp_path / "dpkg").write_text(f'#!/bin/sh\n{names} && echo "libtbb12:amd64: /usr/lib/x"\n')
    (tmp_path / "dpkg").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    for library in ("libtbb-5a3c12f0.so.12.8", "libldap-2-062bb940.5.so.0.1"):
        assert wheel_licences.package_of(f"ramet.libs/{library}") == "libtbb12"
    with pytest.raises(SystemExit, match=r"libno\.so\.1 is of 0 Debian packages"):
        wheel_licences.package_of("ramet.libs/libno-5a3c12f0.so.1")
