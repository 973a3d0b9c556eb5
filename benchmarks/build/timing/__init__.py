"""What benchmarks/build/run measures, and the tables that it writes."""
