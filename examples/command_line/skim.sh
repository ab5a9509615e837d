ramet skim run7.root:Events -o peak.root --where 'abs(mass - 91) < 5' --where 'Max(Muon_pt) > 20' --define 'lead=Max(Muon_pt)' --drop Muon_pt
