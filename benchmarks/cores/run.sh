#!/usr/bin/env bash
# What ramet gains from the cores of a large machine: one JSON line for each run. Needs programs alone, neither Python nor
# ROOT. usage: run.sh PROGRAMS NANO.root FOLDER [JOB...]; PROGRAMS is a folder with ramet-harness, ramet, and the
# scenarios analyses, parallel_write and fit_threads, NANO.root what benchmarks/rivals/nano/generate_nano made, FOLDER is
# for results. Jobs: harness, sleeping, analyses, writing, merging, fits, and ceilings: what as many processes of one
# thread take as there are cores, more than which no program gains.
set -euo pipefail
programs=$(realpath "$1")
sample=$(realpath "$2")
results=$(realpath "$3")
shift 3
jobs=("$@")
[ $# -gt 0 ] || jobs=(harness sleeping analyses writing merging fits ceilings)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cores=(1)
while [ $((2 * cores[-1])) -le "$(nproc)" ]; do cores+=($((2 * cores[-1]))); done
numbers=100000000

outputs() { printf -- '--output RECO:%s:%s --output AOD:%s:%s --output MINIAOD:%s:%s' "$1" "$2" "$1" "$3" "$1" "$4"; }
harness() { "$programs/ramet-harness" "$@" --folder "$work" --json | grep '^{' >>"$results/harness.jsonl"; }

run_harness() {
  for threads in "${cores[@]}"; do
    local spinning=(--streams "$threads" --threads "$threads" --events $((90 * threads)))
    harness "${spinning[@]}" --no-fill --name "no output"
    # shellcheck disable=SC2046
    for writer in tree ntuple; do harness "${spinning[@]}" $(outputs $writer 0 0 0) --name "$writer, a context a stream"; done
    # shellcheck disable=SC2046
    harness "${spinning[@]}" $(outputs tree 6 6 3) --name "tree, pools of 6, 6, 3"
  done
}

run_sleeping() {
  for streams in 64 256; do
    local sleeping=(--streams $streams --threads "$(nproc)" --events $((20 * streams)) --work sleep --event-ms 400)
    harness "${sleeping[@]}" --no-fill --name "$streams sleep, no output"
    for writer in tree ntuple; do harness "${sleeping[@]}" --output WIDE:$writer:0 --name "$streams sleep, $writer"; done
    harness "${sleeping[@]}" --output WIDE:tree:0 --order arrival --name "$streams sleep, tree, by arrival"
  done
}

events() {  # 40 times the sample, made once
  local copies=()
  for _ in {1..40}; do copies+=("$sample"); done
  [ -e "$work/events.root" ] || "$programs/ramet" merge --force --cluster 16MB "$work/events.root" "${copies[@]}" >/dev/null
}

run_analyses() {
  events
  for analysis in dimuon "query 5" "query 7" "query 8"; do
    for threads in "${cores[@]}"; do
      "$programs/scenario_analyses" "$analysis" "$work/events.root" "$threads" 3 >>"$results/analyses.jsonl"
    done
  done
}

run_writing() {
  for format in ttree rntuple; do
    for threads in "${cores[@]}"; do
      "$programs/scenario_parallel_write" "$work/written.root" $format double zstd:5 "$threads" $numbers 3 >>"$results/writing.jsonl"
    done
  done
}

run_merging() {
  local copies=()
  for _ in {1..10}; do copies+=("$sample"); done
  for threads in "${cores[@]}"; do
    local begin=$EPOCHREALTIME
    taskset -c "0-$((threads - 1))" "$programs/ramet" merge --force --compress zlib:6 "$work/merged.root" "${copies[@]}" >/dev/null
    printf '{"threads":%d,"wall":%s}\n' "$threads" "$(awk "BEGIN { print $EPOCHREALTIME - $begin }")" >>"$results/merging.jsonl"
  done
}

run_fits() {
  for job in value minimum toys; do
    for threads in "${cores[@]}"; do
      "$programs/scenario_fit_threads" $job "$threads" 3 >>"$results/fits.jsonl"
    done
  done
}

side_by_side() {  # a command, once for each core at the same time
  local number
  for number in $(seq "${cores[-1]}"); do "${@//NUMBER/$number}" >>"$work/side-$number" & done
  wait
}

run_ceilings() {
  events
  for analysis in dimuon "query 5" "query 7" "query 8"; do
    side_by_side "$programs/scenario_analyses" "$analysis" "$work/events.root" 1 2
  done
  for format in ttree rntuple; do
    side_by_side "$programs/scenario_parallel_write" "$work/NUMBER.root" $format double zstd:5 1 $((numbers / cores[-1])) 2
  done
  for job in value minimum toys; do side_by_side "$programs/scenario_fit_threads" $job 1 2; done
  cat "$work"/side-* >>"$results/ceilings.jsonl"
}

for job in "${jobs[@]}"; do "run_$job"; done
