"""How servers are reached, whatever they are asked for: their addresses, and what identifies us."""
