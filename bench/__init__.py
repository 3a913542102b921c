"""What is measured, always beside something else that runs on the same machine. `make bench` runs it all."""
