"""The lab: bots against each other (``arena``) and rounds by the million (``simulation``), here or on a Ray cluster.

Both are a *job*: chunks of work, each of which depends on its number alone, so that the result is the same whatever the
number of workers, and a chunk whose worker died is done again (:mod:`lastcard.lab.work`). Every mean and interval comes from
:mod:`lastcard.lab.statistics`. Needs the extra ``lab``.
"""
