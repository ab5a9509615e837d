"""What dataframes give, with ROOT's names."""
