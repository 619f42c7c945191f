"""Tests on traces: run nodes, record, and assert on the events. See case.TraceTestCase."""
