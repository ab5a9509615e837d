ramet show run7.root
