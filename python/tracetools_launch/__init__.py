"""Trace in launch."""
