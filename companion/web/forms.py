"""What all forms of pages have in common."""

from __future__ import annotations

from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import SelectMultipleField
from wtforms.widgets import CheckboxInput, ListWidget


class PageForm(FlaskForm):  # type: ignore[misc] # Flask-WTF tells no types
    """A form as pages send it. A body of JSON, which the library would read for one, is an empty form."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """How it is read."""

        def wrap_formdata(self, form: Any, formdata: Any) -> Any:
            """The fields that came, none of them as JSON."""
            return request.form if request.is_json else super().wrap_formdata(form, formdata)


class TicksField(SelectMultipleField):
    """Any of several, each with a box to tick."""

    widget, option_widget = ListWidget(prefix_label=False), CheckboxInput()
