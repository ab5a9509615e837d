"""The suites of expressions, random numbers and drawing."""
