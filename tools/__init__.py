"""The command line and everything it prints."""
