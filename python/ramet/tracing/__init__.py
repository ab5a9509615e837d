"""Traces: what streams and threads of a run did, from when to when."""
