"""What the linters of ament share: the files that they look at, and what they say in the end."""
