ramet merge two.root run7.root run7.root --table Events --keep mass --where 'abs(mass - 91) < 5' --define 'off=mass - 91.2'
ramet ls two.root
