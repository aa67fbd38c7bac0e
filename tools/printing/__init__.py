"""Printed rules: a document model made from the rule graph, and its renderings.

`speech`, `telling` and `facts` say what the rules say, `chapters` and the other sheets put it in
order, `model` is what they hand on, `render` makes HTML, PDF, Markdown and plain text of it through
templates.
"""
