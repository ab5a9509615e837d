ramet draw run7.root:Events mass --low 60 --high 120 --width 60 --height 8
