-- A transaction may change several counters of an owner (a status in several protocols, a protocol with its tasks), and
-- two that take them in opposite orders wait for each other. So whoever changes one holds all of that owner's until it
-- commits. Owners share a thousand locks, so that a bulk insert does not exhaust the table of locks.
CREATE FUNCTION lock_counts(owner_id text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(1347571536, hashtext(owner_id) & 1023)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_protocol() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM lock_counts(OLD.owner_id);
    UPDATE protocol_counts SET total = total - 1 WHERE owner_id = OLD.owner_id AND stage = OLD.stage;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM lock_counts(NEW.owner_id);
    INSERT INTO protocol_counts (owner_id, stage, total) VALUES (NEW.owner_id, NEW.stage, 1)
    ON CONFLICT (owner_id, stage) DO UPDATE SET total = protocol_counts.total + 1;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A deletion adds no row, since it may be its owner's.
CREATE OR REPLACE FUNCTION count_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM lock_counts(OLD.owner_id);
    UPDATE task_counts SET total = total - 1 WHERE owner_id = OLD.owner_id AND status = OLD.status;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM lock_counts(NEW.owner_id);
    INSERT INTO task_counts (owner_id, status, total) VALUES (NEW.owner_id, NEW.status, 1)
    ON CONFLICT (owner_id, status) DO UPDATE SET total = task_counts.total + 1;
  END IF;
  RETURN NULL;
END $$;
