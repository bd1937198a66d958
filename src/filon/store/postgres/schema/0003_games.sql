-- A finished game, once for each who sat at it: a list of one's games is read without folding any table.
CREATE TABLE games (
  guest text COLLATE "C" NOT NULL,
  table_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  ended_at bigint NOT NULL,
  hidden boolean NOT NULL,
  summary bytea NOT NULL,
  PRIMARY KEY (guest, table_id, number)
);

CREATE INDEX games_ended ON games (guest, ended_at, table_id, number) WHERE NOT hidden;
CREATE INDEX games_tables ON games (table_id);

CREATE FUNCTION filon_put_away_games() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM games WHERE table_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER tables_put_away_games AFTER DELETE ON tables
  FOR EACH ROW EXECUTE FUNCTION filon_put_away_games();

CREATE FUNCTION filon_forget_games() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM games WHERE guest = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER guests_forgotten_games AFTER DELETE ON guests
  FOR EACH ROW EXECUTE FUNCTION filon_forget_games();
