ramet scan run7.root:Events 'mass:Muon_pt' -c 'mass > 120' -n 4
