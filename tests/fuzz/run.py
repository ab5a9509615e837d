"""Run every fuzz target of a build folder for a while, and report the results.

Each begins with its own seeds (`fuzz_x --write-seeds=FOLDER`), with what the ROOT files of a folder (--files) hold for
it, with tests/fuzz/seeds/<x>/ (inputs that once failed: a regression test each), with tests/compat for `recovery`, and
with what earlier runs left in <build>/corpus/<x>/. Exit status 1 when anything was found; the input is then in
<build>/findings/.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
STATISTIC = re.compile(r"^stat::(\w+):\s+(\d+)$", re.MULTILINE)
PROGRESS = re.compile(r"^#\d+\s+\w+.* cov: (\d+) ft: \d+ corp: (\d+)/", re.MULTILINE)
MORE_SEEDS = {"recovery": [HERE.parent / "compat"]}  # files that ROOT left when it was killed, among others
LIMITS = ("-timeout=30", "-rss_limit_mb=2048", "-max_len=65536", "-print_final_stats=1")


def run(target: pathlib.Path, build: pathlib.Path, seconds: int, files: list[pathlib.Path]) -> bool:
    name = target.name.removeprefix("fuzz_")
    corpus = build / "corpus" / name
    findings = build / "findings"
    findings.mkdir(parents=True, exist_ok=True)
    given = [f"--from={path}" for path in files]
    subprocess.run([target, f"--write-seeds={corpus}", *given], check=True, stderr=subprocess.DEVNULL)
    kept = HERE / "seeds" / name
    folders = [corpus, *(folder for folder in (kept, *MORE_SEEDS.get(name, ())) if folder.is_dir())]
    command = [target, *LIMITS, f"-max_total_time={seconds}", f"-artifact_prefix={findings}/{name}-", *folders]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    statistics = {key: int(value) for key, value in STATISTIC.findall(result.stdout)}
    progress = PROGRESS.findall(result.stdout)
    edges, inputs = progress[-1] if progress else ("0", "0")
    executions = statistics.get("number_of_executed_units", 0)
    verdict = "ok" if result.returncode == 0 else "FOUND SOMETHING"
    slowest, memory = statistics.get("slowest_unit_time_sec", 0), statistics.get("peak_rss_mb", 0)
    report = [
        f"{name}: {verdict}, {executions} executions, {edges} edges, {inputs} inputs, slowest {slowest} s, {memory} MB"
    ]
    if result.returncode != 0:
        report += result.stdout.splitlines()[-60:]
    print("\n".join(report), flush=True)
    return result.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="folder of a build with the preset asan")
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default: 60)")
    parser.add_argument("--jobs", type=int, default=1, help="targets side by side (default: 1)")
    parser.add_argument("--target", help="only this one, for example decompress")
    parser.add_argument("--files", type=pathlib.Path, help="folder of ROOT files, of which more seeds are made")
    arguments = parser.parse_args()
    files = sorted(arguments.files.glob("*.root")) if arguments.files else []
    pattern = f"fuzz_{arguments.target or '*'}"
    targets = [path for path in sorted(arguments.build.glob(f"tests/fuzz/{pattern}")) if os.access(path, os.X_OK)]
    if not targets:
        print(f"no {pattern} in {arguments.build / 'tests/fuzz'} (built with -DRAMET_FUZZ=ON?)", file=sys.stderr)
        return 2
    build = arguments.build.resolve()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda target: run(target.resolve(), build, arguments.seconds, files), targets))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
