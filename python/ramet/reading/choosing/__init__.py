"""Which columns a program means."""
