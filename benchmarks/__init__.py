"""Measures memtui on this machine: `python -m benchmarks` writes `docs/performance.md`."""
