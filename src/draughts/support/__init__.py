"""What every room needs and none owns: safe files, numbers in text, how frozen values show themselves.

May be imported: every module. Imports nothing of the package but `errors`.
"""
