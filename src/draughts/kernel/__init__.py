"""Which moves there are: one source of the rules of movement for every variant, for Python and for machine code.

``movement`` says what a rule set asks, ``layout`` places squares on bits, ``source`` holds the rules as functions,
``specialise`` evaluates them for one rule set, ``python_backend`` and ``llvm_backend`` make code of that, ``cpython``
is the border to Python objects, ``generator`` chooses the backend.

May be imported: every module but those of ``source``. Imports `rules`, `support` and `errors`.
"""
