"""The suites of writing."""
