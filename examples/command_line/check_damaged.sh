ramet check damaged.root || echo "exit status $?"
