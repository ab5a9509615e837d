"""The examples in Python and of the command line run outside of the source tree with the expected output."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import ramet

REPOSITORY = Path(__file__).parents[2]
EXAMPLES = REPOSITORY / "examples"
PYTHON = EXAMPLES / "python"
COMMAND_LINE = EXAMPLES / "command_line"
PICTURES = REPOSITORY / "docs" / "pictures"


def run(command: list[str], folder: Path) -> tuple[int, str, str]:
    program = Path(os.environ.get("RAMET_CLI", REPOSITORY / "build" / "release" / "cli" / "ramet")).parent
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(ramet.__file__).parents[1]),
        "OMPI_MCA_osc": "^ucx",  # what Open MPI's wheel tries and then says it has not got
        "DASK_LOGGING__DISTRIBUTED": "critical",  # workers that end late on a busy machine lose their scheduler
        "PATH": os.pathsep.join([str(program), str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout, done.stderr


def shape_of(output: str) -> list[str]:
    """Words without numbers and spaces: sizes and dates are another version's, and columns are as wide as they need."""
    lines = (" ".join(re.sub(r"[\d.,:-]+|[█▁▂▃▄▅▆▇▏▎▍▌▋▊▉]+", "#", line).split()) for line in output.splitlines())
    return [line for line in lines if line]


SCRIPTS = sorted(path for folder in (PYTHON, EXAMPLES / "frameworks") for path in folder.rglob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(EXAMPLES).as_posix())
def test_python_example_says_what_its_first_lines_announce(script: Path, tmp_path: Path) -> None:
    says = re.findall(r"^# Says: (.*)$", script.read_text(), re.MULTILINE)
    assert says, "an example says something"
    said = run([sys.executable, "-W", "error", str(script)], tmp_path)
    assert said == (0, "".join(f"{line}\n" for line in says), "")
    if script.parent.name == "gallery":  # tools/reference/pictures.py writes the pictures that pages show
        assert texts_of(tmp_path) == texts_of(PICTURES / "gallery" / script.stem)


def texts_of(folder: Path) -> dict[str, str]:
    """The pictures in a folder."""
    return {path.name: path.read_text() for path in folder.glob("*.svg")}


def test_the_first_example_of_the_readme_runs_as_it_stands(tmp_path: Path) -> None:
    code = (REPOSITORY / "README.md").read_text().split("```python\n")[1].split("```")[0]
    assert run([sys.executable, "-W", "error", "-c", code], tmp_path) == (0, "10.0\n", "")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("command_line")
    assert run([sys.executable, "-W", "error", str(COMMAND_LINE / "make_sample.py")], folder) == (0, "", "")
    return folder


def output_of(script: Path) -> Path:
    return script.parent / "output" / f"{script.stem}.txt"


@pytest.mark.parametrize(
    "name", sorted(path.relative_to(COMMAND_LINE).as_posix() for path in COMMAND_LINE.rglob("*.sh"))
)
def test_command_line_example_says_what_stands_beside_it(name: str, sample: Path) -> None:
    code, said, message = run(["bash", "-e", str(COMMAND_LINE / name)], sample)
    assert (code, message) == (0, "")
    assert shape_of(said) == shape_of(output_of(COMMAND_LINE / name).read_text())


def test_no_output_is_without_its_command() -> None:
    assert set(COMMAND_LINE.rglob("*.txt")) == {output_of(script) for script in COMMAND_LINE.rglob("*.sh")}
