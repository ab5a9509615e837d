"""Uproot's modules, for programs that begin with `import ramet as uproot` and name them, as `uproot.exceptions`."""
