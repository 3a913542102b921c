-- The tables of revision 0001, of SQLite and PostgreSQL: SERIAL and MOMENT are what each calls them.
CREATE TABLE sheets (
    id SERIAL NOT NULL,
    edit_key VARCHAR(32) NOT NULL,
    view_key VARCHAR(32) NOT NULL,
    edition INTEGER NOT NULL,
    variants JSON NOT NULL,
    revision INTEGER NOT NULL,
    created_at MOMENT NOT NULL,
    changed_at MOMENT NOT NULL,
    CONSTRAINT pk_sheets PRIMARY KEY (id),
    CONSTRAINT uq_sheets_edit_key UNIQUE (edit_key),
    CONSTRAINT uq_sheets_view_key UNIQUE (view_key)
);
CREATE TABLE sheet_players (
    id SERIAL NOT NULL,
    sheet_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name VARCHAR(40) NOT NULL,
    colour VARCHAR(40) NOT NULL,
    CONSTRAINT pk_sheet_players PRIMARY KEY (id),
    CONSTRAINT fk_sheet_players_sheet_id_sheets FOREIGN KEY(sheet_id) REFERENCES sheets (id) ON DELETE CASCADE,
    CONSTRAINT uq_sheet_players_sheet_id UNIQUE (sheet_id, seat)
);
CREATE TABLE changes (
    id SERIAL NOT NULL,
    sheet_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    category VARCHAR(40) NOT NULL,
    "before" INTEGER,
    "after" INTEGER,
    changed_at MOMENT NOT NULL,
    undone BOOLEAN NOT NULL,
    CONSTRAINT pk_changes PRIMARY KEY (id),
    CONSTRAINT fk_changes_player_id_sheet_players FOREIGN KEY(player_id) REFERENCES sheet_players (id) ON DELETE CASCADE,
    CONSTRAINT fk_changes_sheet_id_sheets FOREIGN KEY(sheet_id) REFERENCES sheets (id) ON DELETE CASCADE
);
CREATE TABLE entries (
    player_id INTEGER NOT NULL,
    category VARCHAR(40) NOT NULL,
    points INTEGER,
    revision INTEGER NOT NULL,
    CONSTRAINT pk_entries PRIMARY KEY (player_id, category),
    CONSTRAINT fk_entries_player_id_sheet_players FOREIGN KEY(player_id) REFERENCES sheet_players (id) ON DELETE CASCADE
);
CREATE INDEX ix_changes_sheet_id ON changes (sheet_id);
