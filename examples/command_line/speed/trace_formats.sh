ramet trace run.json -o run.perfetto.json --stall-monitor stalls.txt --stall 0.01
