-- Ids compare byte by byte, so that lists page alike on every machine whatever its locale.
CREATE TABLE tables (
  id text COLLATE "C" PRIMARY KEY,
  code text COLLATE "C" NOT NULL UNIQUE,
  game text NOT NULL,
  status text NOT NULL CHECK (status IN ('lobby', 'playing', 'over')),
  public boolean NOT NULL,
  host text NOT NULL,
  seats integer NOT NULL,
  taken integer NOT NULL,
  -- A JSON array, read only when it changes: cheaper to send in bulk than an array of arrays.
  guests text NOT NULL,
  sequence bigint NOT NULL,
  wake_at bigint,
  -- When somebody may claim it next: wake_at, or the end of the claim that is held.
  due_at bigint,
  changed_at bigint NOT NULL,
  summary bytea NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;

-- One index for the public lists, the counts and retention.
CREATE INDEX tables_changed ON tables (status, public, changed_at, id);

CREATE TABLE entries (
  table_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  at bigint NOT NULL,
  sender text COLLATE "C" NOT NULL,
  command text COLLATE "C" NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (table_id, sequence)
);

CREATE UNIQUE INDEX entries_answered ON entries (table_id, sender, command) WHERE command <> '';

CREATE TABLE snapshots (
  table_id text COLLATE "C" PRIMARY KEY,
  sequence bigint NOT NULL,
  data bytea NOT NULL
);

CREATE TABLE table_guests (
  guest text COLLATE "C" NOT NULL,
  table_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (guest, table_id)
);

CREATE INDEX table_guests_tables ON table_guests (table_id);

CREATE TABLE guests (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  created_at bigint NOT NULL,
  seen_at bigint NOT NULL
);

CREATE INDEX guests_seen ON guests (seen_at);

CREATE TABLE tokens (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  guest text COLLATE "C" NOT NULL REFERENCES guests ON DELETE CASCADE,
  created_at bigint NOT NULL
);

CREATE INDEX tokens_guests ON tokens (guest);

CREATE TABLE seat_links (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  table_id text COLLATE "C" NOT NULL,
  guest text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL
);

CREATE INDEX seat_links_tables ON seat_links (table_id);
CREATE INDEX seat_links_guests ON seat_links (guest);
CREATE INDEX seat_links_expired ON seat_links (expires_at);

CREATE FUNCTION filon_list_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM table_guests WHERE table_id = NEW.id;
  INSERT INTO table_guests SELECT DISTINCT guest, NEW.id FROM json_array_elements_text(NEW.guests::json) AS guest;
  RETURN NULL;
END $$;

CREATE TRIGGER tables_opened AFTER INSERT ON tables
  FOR EACH ROW EXECUTE FUNCTION filon_list_guests();

CREATE TRIGGER tables_joined AFTER UPDATE OF guests ON tables
  FOR EACH ROW WHEN (OLD.guests IS DISTINCT FROM NEW.guests) EXECUTE FUNCTION filon_list_guests();

CREATE FUNCTION filon_put_away() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM entries WHERE table_id = OLD.id;
  DELETE FROM snapshots WHERE table_id = OLD.id;
  DELETE FROM table_guests WHERE table_id = OLD.id;
  DELETE FROM seat_links WHERE table_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER tables_put_away AFTER DELETE ON tables
  FOR EACH ROW EXECUTE FUNCTION filon_put_away();
