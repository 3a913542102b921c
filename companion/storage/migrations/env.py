"""How Alembic reaches the database: through the connection that the application gives it."""

from alembic import context

from companion.storage import result_tables  # noqa: F401 (its tables)
from companion.storage.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
