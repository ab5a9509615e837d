ramet skim run7.root:Events -o tuned.root --where 'mass > 80' --profile profile.json > skimmed.txt
ramet merge all.root tuned.root run7.root --profile profile.json --force > merged.txt
ramet tune run7.root:Events --goal small --repeats 1 --apply smaller.root > tuning.txt
