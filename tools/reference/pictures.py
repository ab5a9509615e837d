"""The pictures of the gallery, which its examples draw: `python tools/reference/pictures.py` runs them and writes
docs/pictures/gallery/. The package must be built, and found by Python. tests/python/test_examples.py compares what the
examples draw with what is there.
"""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).parents[2]
EXAMPLES = "examples/python/gallery"
PICTURES = "docs/pictures/gallery"


def draw(repository: pathlib.Path) -> list[pathlib.Path]:
    """Run each example of the gallery in a folder of its own, and keep the pictures that it draws. Raises
    CalledProcessError when one fails."""
    shutil.rmtree(repository / PICTURES, ignore_errors=True)
    drawn = []
    for example in sorted((repository / EXAMPLES).glob("*.py")):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(example.resolve())], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            for picture in sorted(pathlib.Path(folder).glob("*.svg")):
                target = repository / PICTURES / example.stem / picture.name
                target.parent.mkdir(parents=True, exist_ok=True)
                drawn.append(pathlib.Path(shutil.copyfile(picture, target)))
    return drawn


if __name__ == "__main__":
    print(*(path.relative_to(REPOSITORY) for path in draw(REPOSITORY)), sep="\n")
