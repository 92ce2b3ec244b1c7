"""Store the summary of a table for lists next to its log."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column. Existing tables have no summary until something is appended, so lists read their logs."""
    op.add_column("tables", sa.Column("summary", sa.Text, nullable=False, server_default=""))
