"""What a device keeps in its cookies: sheets and groups that it saw, its table, its owner, its last question."""
