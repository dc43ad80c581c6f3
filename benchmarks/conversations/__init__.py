"""Speed and memory of opening a large export: `python -m benchmarks.conversations`."""
