"""Find how tables are best written."""
