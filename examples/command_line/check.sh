ramet check killed.root
