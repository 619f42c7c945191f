"""XML files that can be read and are as their schema says, by xmllint."""
