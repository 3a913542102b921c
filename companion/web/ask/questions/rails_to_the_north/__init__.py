"""Quick questions that only Rails to the North brings."""
