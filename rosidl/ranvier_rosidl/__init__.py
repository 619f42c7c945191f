"""From .msg, .srv and .action files to C++ types, codecs and type hashes."""
