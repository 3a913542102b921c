"""What can go wrong with a database, told without naming what talks to it."""


class Unusable(RuntimeError):
    """The database cannot be opened or brought up to date; says which, why, and what to do."""


class Newer(Unusable):
    """The database was written by a newer version of the app."""


class NoDriver(RuntimeError):
    """What talks to this kind of database is not installed."""


class NoAnswer(RuntimeError):
    """The database is full, locked, gone or too slow; says which error it was. Nothing of the request is stored, and
    later it may go well."""


class Unstorable(ValueError):
    """A text that this database cannot hold, such as one with a zero byte in PostgreSQL."""
