"""Games as files: JSON, which holds everything, and CSV, a row for everybody in every game, for other programs."""

from __future__ import annotations

from flask_babel import gettext

from companion.web.score.transfer.csv_form import from_csv
from companion.web.score.transfer.json_form import from_json
from companion.web.score.transfer.reading import MAX_BYTES, FileReading


def read_file(content: bytes) -> tuple[FileReading | None, str]:
    """What a file from a stranger holds; or None and why it cannot be read at all."""
    if not content:
        return None, gettext("Choose a file first.")
    if len(content) > MAX_BYTES:
        most = MAX_BYTES // 1024 // 1024
        return None, gettext("The file is too long. At most %(most)d MB are read; split it.", most=most)
    if content.startswith(b"PK\x03\x04"):
        return None, gettext("This is a spreadsheet or an archive. Save the table as CSV (UTF-8) and choose that file.")
    # As spreadsheets and other programs write texts.
    encoding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None, gettext("This text is not in UTF-8. Save the file as “CSV UTF-8” and choose it again.")
    return (from_json if text.lstrip().startswith(("{", "[")) else from_csv)(text), ""
