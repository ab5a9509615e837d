ramet ls -lR 'run7.root:control'
