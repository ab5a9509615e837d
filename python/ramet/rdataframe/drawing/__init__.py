"""TTree::Draw of trees with ROOT's names, and the histograms that it makes."""
