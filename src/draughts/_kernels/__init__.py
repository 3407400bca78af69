"""The rules kernel: one source for every variant, bound to Python integers or compiled by numba.

``layout`` places squares on bits, ``policy`` says what a rule set asks of the generator, ``source`` holds the rules as
functions, ``specialise`` turns them into code for one policy, ``plain`` and ``jit`` bind that code, ``engine`` chooses.
"""
