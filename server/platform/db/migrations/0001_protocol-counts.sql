-- Keeps protocol_counts in step with protocols, whoever writes them.
CREATE FUNCTION count_protocol() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE protocol_counts SET total = total - 1 WHERE owner_id = OLD.owner_id AND stage = OLD.stage;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO protocol_counts (owner_id, stage, total) VALUES (NEW.owner_id, NEW.stage, 1)
    ON CONFLICT (owner_id, stage) DO UPDATE SET total = protocol_counts.total + 1;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER protocols_count AFTER INSERT OR DELETE OR UPDATE OF owner_id, stage ON protocols
FOR EACH ROW EXECUTE FUNCTION count_protocol();
