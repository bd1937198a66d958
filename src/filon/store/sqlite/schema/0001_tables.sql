CREATE TABLE tables (
  id TEXT NOT NULL PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  game TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over')),
  public INTEGER NOT NULL,
  host TEXT NOT NULL,
  seats INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  guests TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  wake_at INTEGER,
  -- When somebody may claim it next: wake_at, or the end of the claim that is held.
  due_at INTEGER,
  changed_at INTEGER NOT NULL,
  summary BLOB NOT NULL
) STRICT;

CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;

-- One index for the public lists, the counts and retention.
CREATE INDEX tables_changed ON tables (status, public, changed_at, id);

-- With a rowid: a log grows at the end of the file whichever table it belongs to. Measured 50 per cent faster
-- with a thousand tables than keeping each table's entries together.
CREATE TABLE entries (
  table_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  sender TEXT NOT NULL,
  command TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (table_id, sequence)
) STRICT;

CREATE UNIQUE INDEX entries_answered ON entries (table_id, sender, command) WHERE command <> '';

CREATE TABLE snapshots (
  table_id TEXT NOT NULL PRIMARY KEY,
  sequence INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE table_guests (
  guest TEXT NOT NULL,
  table_id TEXT NOT NULL,
  PRIMARY KEY (guest, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX table_guests_tables ON table_guests (table_id);

CREATE TABLE guests (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;

CREATE INDEX guests_seen ON guests (seen_at);

CREATE TABLE tokens (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  guest TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_guests ON tokens (guest);

CREATE TABLE seat_links (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  table_id TEXT NOT NULL,
  guest TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_links_tables ON seat_links (table_id);
CREATE INDEX seat_links_guests ON seat_links (guest);
CREATE INDEX seat_links_expired ON seat_links (expires_at);

CREATE TRIGGER tables_opened AFTER INSERT ON tables BEGIN
  INSERT OR IGNORE INTO table_guests SELECT value, NEW.id FROM json_each(NEW.guests);
END;

CREATE TRIGGER tables_joined AFTER UPDATE OF guests ON tables WHEN OLD.guests <> NEW.guests BEGIN
  DELETE FROM table_guests WHERE table_id = NEW.id;
  INSERT OR IGNORE INTO table_guests SELECT value, NEW.id FROM json_each(NEW.guests);
END;

CREATE TRIGGER tables_put_away AFTER DELETE ON tables BEGIN
  DELETE FROM entries WHERE table_id = OLD.id;
  DELETE FROM snapshots WHERE table_id = OLD.id;
  DELETE FROM table_guests WHERE table_id = OLD.id;
  DELETE FROM seat_links WHERE table_id = OLD.id;
END;
