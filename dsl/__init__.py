"""The rule language: from text to a checked rule graph.

parse → compose → resolve → check → rule graph. `load_ruleset` does all of it.
"""

from .diagnostics import Diagnostic, RulesetError
from .load import Rules, load_ruleset, shipped_names, try_ruleset

__all__ = ["Diagnostic", "Rules", "RulesetError", "load_ruleset", "shipped_names", "try_ruleset"]
