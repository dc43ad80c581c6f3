"""Measures search: currency, LoCoMo, languages, speed; each writes its part of `docs/search.md`."""
