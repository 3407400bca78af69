"""Bytes between this process and a program outside: pipes, sockets, and lines cut from them.

May be imported: every module. Imports `errors`.
"""
