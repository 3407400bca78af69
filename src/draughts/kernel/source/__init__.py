"""The rules, written once, in the words of ``vocabulary``. Not imported by the package: ``specialise`` reads the text.

Conventions: a position is three words by value, `own` (the side to move), `opp` and `kings` (both sides'). Nothing but
numbers and words crosses a call; what outlives one lies in scratch memory, whose places the vocabulary names.
"""
