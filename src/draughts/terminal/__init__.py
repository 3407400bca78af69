"""The game at a terminal, behind ``draughts play``.

`session` plays and `commands` understands what is typed, both without a terminal; `picture` is what there is to see,
`plain` and `drawn` show it; `storage` keeps the game on disk; `terminal` reads lines; `loop` ties them together.

May be imported: every module, by `cli`. Imports `players`, `pdn` and the rooms below.
"""
