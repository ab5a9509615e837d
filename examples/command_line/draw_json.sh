ramet draw run7.root:Events mass --bins 3 --low 60 --high 120 --json
