ramet ls run7.root
