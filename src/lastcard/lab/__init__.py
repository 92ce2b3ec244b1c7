"""The lab: bots against each other (``arena``) and rounds by the million (``simulation``), here or on a Ray cluster.

Both are a *job*: chunks of work that each depend only on their number. The result is therefore the same with any number of
workers, and a chunk whose worker died can simply be done again (:mod:`lastcard.lab.jobs`). Every mean and interval comes
from :mod:`lastcard.lab.statistics`. Needs the extra ``lab``.
"""
