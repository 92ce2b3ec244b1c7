"""What lists say of a table, kept beside its log."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Of tables from before nothing is kept until something is appended: lists read their logs."""
    op.add_column("tables", sa.Column("summary", sa.Text, nullable=False, server_default=""))
