"""The types of interfaces, as messages tell them in SLOT_TYPES: rosidl_parser.definition."""
