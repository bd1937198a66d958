-- Work that outlives the process that does it: analyses of finished games, puzzles of the day. In the store itself,
-- as it is there already on one machine and on many, and claims what is due as it does for tables.
CREATE TABLE jobs (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  -- With which it is deleted; NULL where it belongs to none.
  table_id TEXT,
  -- Who asked for it; empty where nobody did.
  guest TEXT NOT NULL,
  -- Which form the result has, so that only who can make that form claims it.
  format TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'failed', 'cancelled')),
  progress REAL NOT NULL,
  attempts INTEGER NOT NULL,
  -- When somebody may claim it next: the end of the claim that is held; NULL where nothing is left to do.
  due_at INTEGER,
  claimed_by TEXT,
  reason TEXT NOT NULL,
  result BLOB,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT;

CREATE INDEX jobs_due ON jobs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX jobs_guests ON jobs (guest) WHERE due_at IS NOT NULL;
CREATE INDEX jobs_tables ON jobs (table_id);

CREATE TRIGGER tables_put_away_jobs AFTER DELETE ON tables BEGIN
  DELETE FROM jobs WHERE table_id = OLD.id;
END;

-- What a guest has played, kept when the table is put away. Filled by what fills `games`, in the same transaction
-- and by releases that do not know of it too.
CREATE TABLE record (
  guest TEXT NOT NULL,
  table_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  code TEXT NOT NULL,
  game TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  hidden INTEGER NOT NULL,
  summary BLOB NOT NULL,
  -- Of the guest's own decisions, once the game was analysed.
  digest BLOB,
  PRIMARY KEY (guest, table_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX record_ended ON record (guest, ended_at, table_id, number) WHERE hidden = 0;

INSERT INTO record (guest, table_id, number, code, game, ended_at, hidden, summary)
SELECT g.guest, g.table_id, g.number, t.code, t.game, g.ended_at, g.hidden, g.summary
FROM games g JOIN tables t ON t.id = g.table_id WHERE g.guest IN (SELECT id FROM guests);

-- Not for a guest who was forgotten: nothing would ever delete it.
CREATE TRIGGER games_listed_record AFTER INSERT ON games BEGIN
  INSERT OR IGNORE INTO record (guest, table_id, number, code, game, ended_at, hidden, summary)
  SELECT NEW.guest, NEW.table_id, NEW.number, t.code, t.game, NEW.ended_at, NEW.hidden, NEW.summary
  FROM tables t WHERE t.id = NEW.table_id AND EXISTS (SELECT 1 FROM guests WHERE id = NEW.guest);
END;

CREATE TRIGGER games_told_again_record AFTER UPDATE ON games BEGIN
  UPDATE record SET hidden = NEW.hidden, summary = NEW.summary
  WHERE guest = NEW.guest AND table_id = NEW.table_id AND number = NEW.number;
END;

-- Taken from the list while its table is there: the seat is another's. With its table gone it stays.
CREATE TRIGGER games_unlisted_record AFTER DELETE ON games
WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id) BEGIN
  DELETE FROM record WHERE guest = OLD.guest AND table_id = OLD.table_id AND number = OLD.number;
END;

CREATE TRIGGER guests_forgotten_record AFTER DELETE ON guests BEGIN
  DELETE FROM record WHERE guest = OLD.id;
END;
