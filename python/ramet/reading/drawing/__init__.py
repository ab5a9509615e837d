"""Histograms and rows of tables, in the language of TTree::Draw and TTree::Scan."""
