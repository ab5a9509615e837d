"""The reference pages that the site makes from the sources."""
