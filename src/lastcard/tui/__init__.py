"""A table in the terminal: full screen, or line by line; played here, at one screen by several, or at a server's table.

``seat`` is the one interface to a table, wherever it is: ``local`` a game in this process, ``remote`` a seat at a server.
``words`` says in text what a seat sees and may do, from the edition's data alone; ``plain`` and ``app`` show it.
"""
