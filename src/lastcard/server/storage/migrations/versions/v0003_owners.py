"""Give tables an owner among several processes, and processes a lease.

The column ``last`` gets another name, so that a process of version 1 that still runs cannot write: it would not check who
owns a table. From here on, migrations only add, and what nobody reads any longer is removed one release later.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Rename the column, and add the rest. Existing tables have no owner, and any process may open them."""
    op.execute("ALTER TABLE tables RENAME COLUMN last TO last_number")
    op.add_column("tables", sa.Column("owner", sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("rules_version", sa.Text, nullable=False, server_default=""))
    op.create_index("tables_owner", "tables", ["owner"])
    op.create_table(
        "processes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("bus", sa.Boolean, nullable=False),
        sa.Column("reads", sa.Text, nullable=False),
    )
