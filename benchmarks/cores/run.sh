#!/usr/bin/env bash
# What ramet gains from the cores of a large machine: one JSON line for each run. Needs programs alone, neither Python nor
# ROOT. usage: run.sh PROGRAMS NANO.root FOLDER; PROGRAMS is a folder with ramet-harness, scenario_analyses,
# scenario_parallel_write and ramet, NANO.root what benchmarks/rivals/generate_nano made, FOLDER is for results.
set -euo pipefail
programs=$(realpath "$1")
sample=$(realpath "$2")
results=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cores=(1)
while [ $((2 * cores[-1])) -le "$(nproc)" ]; do cores+=($((2 * cores[-1]))); done

outputs() { printf -- '--output RECO:%s:%s --output AOD:%s:%s --output MINIAOD:%s:%s' "$1" "$2" "$1" "$3" "$1" "$4"; }
harness() { "$programs/ramet-harness" "$@" --folder "$work" --json | grep '^{' >>"$results/harness.jsonl"; }

for threads in "${cores[@]}"; do
  spinning=(--streams "$threads" --threads "$threads" --events $((90 * threads)))
  harness "${spinning[@]}" --no-fill --name "no output"
  # shellcheck disable=SC2046
  for writer in tree ntuple; do harness "${spinning[@]}" $(outputs $writer 0 0 0) --name "$writer, a context a stream"; done
  # shellcheck disable=SC2046
  harness "${spinning[@]}" $(outputs tree 6 6 3) --name "tree, pools of 6, 6, 3"
done
for streams in 64 256; do
  sleeping=(--streams $streams --threads "$(nproc)" --events $((20 * streams)) --work sleep --event-ms 400)
  harness "${sleeping[@]}" --no-fill --name "$streams sleep, no output"
  for writer in tree ntuple; do harness "${sleeping[@]}" --output WIDE:$writer:0 --name "$streams sleep, $writer"; done
  harness "${sleeping[@]}" --output WIDE:tree:0 --order arrival --name "$streams sleep, tree, by arrival"
done

copies=()
for _ in {1..40}; do copies+=("$sample"); done
"$programs/ramet" merge --force --cluster 16MB "$work/events.root" "${copies[@]}" >/dev/null
for threads in "${cores[@]}"; do
  for analysis in dimuon "query 5" "query 7" "query 8"; do
    "$programs/scenario_analyses" "$analysis" "$work/events.root" "$threads" 5 >>"$results/analyses.jsonl"
  done
  for format in ttree rntuple; do
    "$programs/scenario_parallel_write" "$work/written.root" $format double zstd:5 "$threads" 32000000 3 >>"$results/writing.jsonl"
  done
  begin=$EPOCHREALTIME
  taskset -c "0-$((threads - 1))" "$programs/ramet" merge --force --compress zlib:6 "$work/merged.root" "$work/events.root" >/dev/null
  printf '{"threads":%d,"wall":%s}\n' "$threads" "$(awk "BEGIN { print $EPOCHREALTIME - $begin }")" >>"$results/merging.jsonl"
done
