"""How well an extractor finds the facts that a careful person would keep."""
