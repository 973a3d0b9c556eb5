"""The benchmark of docs/performance.md: musimd's engines and other implementations, side by side in one run."""
