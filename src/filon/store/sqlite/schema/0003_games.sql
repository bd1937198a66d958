-- A finished game, once for each who sat at it: a list of one's games is read without folding any table.
CREATE TABLE games (
  guest TEXT NOT NULL,
  table_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  hidden INTEGER NOT NULL,
  summary BLOB NOT NULL,
  PRIMARY KEY (guest, table_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX games_ended ON games (guest, ended_at, table_id, number) WHERE hidden = 0;
CREATE INDEX games_tables ON games (table_id);

CREATE TRIGGER tables_put_away_games AFTER DELETE ON tables BEGIN
  DELETE FROM games WHERE table_id = OLD.id;
END;

CREATE TRIGGER guests_forgotten_games AFTER DELETE ON guests BEGIN
  DELETE FROM games WHERE guest = OLD.id;
END;
