ramet show run7.root:Events --sort size
