"""The shipped rulesets: text files only."""
