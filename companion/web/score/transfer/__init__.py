"""Games as files: JSON, which holds everything, and CSV, a row for everybody in every game, for other programs."""
