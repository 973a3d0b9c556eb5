"""The benchmark of docs/performance.md: musimd's engines and their peers, side by side in one run."""
