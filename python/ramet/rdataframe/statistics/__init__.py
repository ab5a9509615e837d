"""What histograms with ROOT's names tell beyond their bins: values between bins, quantiles, comparisons."""
