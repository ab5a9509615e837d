ramet recover killed.root -o recovered.root
