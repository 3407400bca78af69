"""What a variant is: geometry, the fields of `Rules`, draw rules as values, the presets.

May be imported: every module. Imports `errors` and `support`.
"""
