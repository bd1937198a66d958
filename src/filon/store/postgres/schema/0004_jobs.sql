-- Work that outlives the process that does it: analyses of finished games, puzzles of the day. In the store itself,
-- as it is there already on one machine and on many, and claims what is due as it does for tables.
CREATE TABLE jobs (
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- With which it is deleted; NULL where it belongs to none.
  table_id text COLLATE "C",
  -- Who asked for it; empty where nobody did.
  guest text COLLATE "C" NOT NULL,
  -- Which form the result has, so that only who can make that form claims it.
  format text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'failed', 'cancelled')),
  progress double precision NOT NULL,
  attempts integer NOT NULL,
  -- When somebody may claim it next: the end of the claim that is held; NULL where nothing is left to do.
  due_at bigint,
  claimed_by text COLLATE "C",
  reason text NOT NULL,
  result bytea,
  changed_at bigint NOT NULL,
  PRIMARY KEY (kind, key)
);

CREATE INDEX jobs_due ON jobs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX jobs_guests ON jobs (guest) WHERE due_at IS NOT NULL;
CREATE INDEX jobs_tables ON jobs (table_id);

CREATE FUNCTION filon_put_away_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM jobs WHERE table_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER tables_put_away_jobs AFTER DELETE ON tables
  FOR EACH ROW EXECUTE FUNCTION filon_put_away_jobs();

-- What a guest has played, kept when the table is put away. Filled by what fills `games`, in the same transaction
-- and by releases that do not know of it too.
CREATE TABLE record (
  guest text COLLATE "C" NOT NULL,
  table_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  code text NOT NULL,
  game text NOT NULL,
  ended_at bigint NOT NULL,
  hidden boolean NOT NULL,
  summary bytea NOT NULL,
  -- Of the guest's own decisions, once the game was analysed.
  digest bytea,
  PRIMARY KEY (guest, table_id, number)
);

CREATE INDEX record_ended ON record (guest, ended_at, table_id, number) WHERE NOT hidden;

INSERT INTO record (guest, table_id, number, code, game, ended_at, hidden, summary)
SELECT g.guest, g.table_id, g.number, t.code, t.game, g.ended_at, g.hidden, g.summary
FROM games g JOIN tables t ON t.id = g.table_id WHERE g.guest IN (SELECT id FROM guests);

-- Not for a guest who was forgotten: nothing would ever delete it.
CREATE FUNCTION filon_record_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO record (guest, table_id, number, code, game, ended_at, hidden, summary)
  SELECT NEW.guest, NEW.table_id, NEW.number, t.code, t.game, NEW.ended_at, NEW.hidden, NEW.summary
  FROM tables t WHERE t.id = NEW.table_id AND EXISTS (SELECT FROM guests WHERE id = NEW.guest)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER games_listed_record AFTER INSERT ON games
  FOR EACH ROW EXECUTE FUNCTION filon_record_game();

CREATE FUNCTION filon_record_game_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE record SET hidden = NEW.hidden, summary = NEW.summary
  WHERE guest = NEW.guest AND table_id = NEW.table_id AND number = NEW.number;
  RETURN NULL;
END $$;

CREATE TRIGGER games_told_again_record AFTER UPDATE ON games
  FOR EACH ROW EXECUTE FUNCTION filon_record_game_again();

-- Taken from the list while its table is there: the seat is another's. With its table gone it stays.
CREATE FUNCTION filon_unrecord_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM record WHERE guest = OLD.guest AND table_id = OLD.table_id AND number = OLD.number
    AND EXISTS (SELECT FROM tables WHERE id = OLD.table_id);
  RETURN NULL;
END $$;

CREATE TRIGGER games_unlisted_record AFTER DELETE ON games
  FOR EACH ROW EXECUTE FUNCTION filon_unrecord_game();

CREATE FUNCTION filon_forget_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM record WHERE guest = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER guests_forgotten_record AFTER DELETE ON guests
  FOR EACH ROW EXECUTE FUNCTION filon_forget_record();
