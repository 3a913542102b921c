-- The tables of revision 0003, of SQLite and PostgreSQL: SERIAL and MOMENT are what each calls them.
CREATE TABLE collections (
    id SERIAL NOT NULL,
    edit_key VARCHAR(32) NOT NULL,
    view_key VARCHAR(32) NOT NULL,
    name VARCHAR(40),
    created_at MOMENT NOT NULL,
    CONSTRAINT pk_collections PRIMARY KEY (id),
    CONSTRAINT uq_collections_edit_key UNIQUE (edit_key),
    CONSTRAINT uq_collections_view_key UNIQUE (view_key)
);
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
CREATE TABLE aliases (
    collection_id INTEGER NOT NULL,
    folded TEXT NOT NULL,
    name VARCHAR(40) NOT NULL,
    CONSTRAINT pk_aliases PRIMARY KEY (collection_id, folded),
    CONSTRAINT fk_aliases_collection_id_collections FOREIGN KEY(collection_id) REFERENCES collections (id) ON DELETE CASCADE
);
CREATE TABLE entries (
    sheet_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    field VARCHAR(120) NOT NULL,
    text VARCHAR(400),
    "by" VARCHAR(40) NOT NULL,
    rivals JSON NOT NULL,
    revision INTEGER NOT NULL,
    CONSTRAINT pk_entries PRIMARY KEY (sheet_id, seat, field),
    CONSTRAINT fk_entries_sheet_id_sheets FOREIGN KEY(sheet_id) REFERENCES sheets (id) ON DELETE CASCADE
);
CREATE TABLE finishes (
    sheet_id INTEGER NOT NULL,
    finished_at MOMENT NOT NULL,
    fields JSON NOT NULL,
    players JSON NOT NULL,
    CONSTRAINT pk_finishes PRIMARY KEY (sheet_id),
    CONSTRAINT fk_finishes_sheet_id_sheets FOREIGN KEY(sheet_id) REFERENCES sheets (id) ON DELETE CASCADE
);
CREATE TABLE kept_games (
    collection_id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    writable BOOLEAN NOT NULL,
    seen_at MOMENT NOT NULL,
    CONSTRAINT pk_kept_games PRIMARY KEY (collection_id, sheet_id),
    CONSTRAINT fk_kept_games_collection_id_collections FOREIGN KEY(collection_id) REFERENCES collections (id) ON DELETE CASCADE,
    CONSTRAINT fk_kept_games_sheet_id_sheets FOREIGN KEY(sheet_id) REFERENCES sheets (id) ON DELETE CASCADE
);
CREATE TABLE origins (
    sheet_id INTEGER NOT NULL,
    game VARCHAR(32) NOT NULL,
    CONSTRAINT pk_origins PRIMARY KEY (sheet_id),
    CONSTRAINT fk_origins_sheet_id_sheets FOREIGN KEY(sheet_id) REFERENCES sheets (id) ON DELETE CASCADE
);
CREATE TABLE sheet_players (
    id SERIAL NOT NULL,
    sheet_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name VARCHAR(40) NOT NULL,
    colour VARCHAR(40) NOT NULL,
    phone VARCHAR(40),
    CONSTRAINT pk_sheet_players PRIMARY KEY (id),
    CONSTRAINT fk_sheet_players_sheet_id_sheets FOREIGN KEY(sheet_id) REFERENCES sheets (id) ON DELETE CASCADE,
    CONSTRAINT uq_sheet_players_sheet_id UNIQUE (sheet_id, seat)
);
CREATE TABLE steps (
    sheet_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    kind VARCHAR(8) NOT NULL,
    "of" INTEGER,
    "by" VARCHAR(40) NOT NULL,
    at MOMENT NOT NULL,
    state VARCHAR(8) NOT NULL,
    write_id VARCHAR(40),
    fields_so_far INTEGER NOT NULL,
    CONSTRAINT pk_steps PRIMARY KEY (sheet_id, revision),
    CONSTRAINT fk_steps_sheet_id_sheets FOREIGN KEY(sheet_id) REFERENCES sheets (id) ON DELETE CASCADE,
    CONSTRAINT uq_steps_sheet_id UNIQUE (sheet_id, write_id)
);
CREATE TABLE changes (
    sheet_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    field VARCHAR(120) NOT NULL,
    "before" JSON NOT NULL,
    "after" JSON NOT NULL,
    CONSTRAINT pk_changes PRIMARY KEY (sheet_id, revision, seat, field),
    CONSTRAINT fk_changes_sheet_id_steps FOREIGN KEY(sheet_id, revision) REFERENCES steps (sheet_id, revision) ON DELETE CASCADE
);
CREATE INDEX ix_kept_games_sheet_id ON kept_games (sheet_id);
