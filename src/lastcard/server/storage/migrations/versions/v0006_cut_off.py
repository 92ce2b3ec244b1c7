"""Let a process note in its lease that it has lost the bus, so that others don't wait for it to answer there."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column."""
    op.add_column("processes", sa.Column("cut_off", sa.Boolean, nullable=False, server_default=sa.false()))
