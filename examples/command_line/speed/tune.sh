ramet tune run7.root:Events --reads 'Muon_*' --repeats 1 -o profile.json --report tuning.html > tuning.txt
