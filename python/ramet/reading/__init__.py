"""Reading: files, directories, trees, branches."""
