"""Runs the migrations on the connection that it is given, inside its transaction."""

from alembic import context

from lastcard.server.database import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
