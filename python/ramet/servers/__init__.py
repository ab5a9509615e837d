"""Files of servers that ramet's own library does not speak to: XRootD by its Python client, others by fsspec."""
