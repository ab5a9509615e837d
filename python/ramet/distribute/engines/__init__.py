"""Engines: what has workers do tasks."""
