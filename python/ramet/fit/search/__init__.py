"""How minima are found, and the errors there: beside limits, by Newton's step, of weights."""
