"""Columns of tables to be written: their types, and their values as the buffers that C++ takes."""
