"""The page about the program describes all commands and options."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "command_line.md"


def help_of(*words: str) -> str:
    return subprocess.run(["ramet", *words, "--help"], check=True, capture_output=True, text=True).stdout


def test_the_synopsis_has_all_commands_and_their_options() -> None:
    synopsis = PAGE.read_text().split("```text\n", 1)[1].split("```", 1)[0]
    lines = {line.split()[1]: line for line in synopsis.splitlines()}
    commands = re.findall(r"^  (\w+) ", help_of().split("Subcommands:")[1].split("Examples:")[0], re.MULTILINE)
    assert sorted(lines) == sorted(commands)
    for command in commands:
        if command == "hadd":  # its arguments are those of ROOT's program
            continue
        options = re.findall(r"^  (-\S+)", help_of(command).split("Options:")[1].split("Examples:")[0], re.MULTILINE)
        assert len(options) > 1
        for option in options:
            spellings = [word for word in option.split(",") if word not in ("-h", "--help")]
            assert not spellings or any(word in lines[command] for word in spellings), (command, option)
