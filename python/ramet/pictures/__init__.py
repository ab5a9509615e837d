"""Pictures of histograms and graphs, as SVG."""
