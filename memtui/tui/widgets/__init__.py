"""One module per widget; widgets show what they are given and open no files."""
