"""How things are stated plainly, one table for each language the plain reader reads."""
