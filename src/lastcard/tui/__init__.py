"""A table in the terminal, full screen or line by line: against bots, with friends at one screen, or at a server's table.

``seat`` is the interface to a table: ``local`` implements it for a game in this process, ``remote`` for a seat at a server.
``words`` puts into text what a seat sees and may do, using only the edition's data. ``plain`` and ``app`` show it.
"""
