ramet trace run.json -o stalls.html
