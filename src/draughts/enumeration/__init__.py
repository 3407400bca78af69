"""Perft: counting what legal play reaches, in runs that stop and go on, and the published counts.

May be imported: every module. Imports `position` and the rooms below. It is not called perft, as the function is.
"""
