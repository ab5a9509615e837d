"""Objects of any class, and what was stored as one."""
