"""Runs the migrations on the given connection, inside its transaction."""

from alembic import context

from lastcard.server.storage.database import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
