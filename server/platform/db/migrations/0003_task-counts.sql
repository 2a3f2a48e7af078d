CREATE TABLE "task_counts" (
	"owner_id" text NOT NULL,
	"status" text NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "task_counts_owner_id_status_pk" PRIMARY KEY("owner_id","status")
);
--> statement-breakpoint
ALTER TABLE "task_counts" ADD CONSTRAINT "task_counts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "task_counts" ("owner_id", "status", "total") SELECT "owner_id", "status", count(*) FROM "tasks" GROUP BY "owner_id", "status";
--> statement-breakpoint
-- Keeps task_counts in step with tasks, whoever writes them. In one order, so that two writers never wait for each
-- other; a deletion adds no row, since it may be its owner's.
CREATE FUNCTION count_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE task_counts SET total = total - 1 WHERE owner_id = OLD.owner_id AND status = OLD.status;
    RETURN NULL;
  END IF;
  INSERT INTO task_counts (owner_id, status, total)
  SELECT owner_id, status, sum(change) FROM (
    SELECT NEW.owner_id, NEW.status, 1
    UNION ALL
    SELECT OLD.owner_id, OLD.status, -1 WHERE TG_OP = 'UPDATE'
  ) AS changes (owner_id, status, change)
  GROUP BY owner_id, status HAVING sum(change) <> 0
  ORDER BY owner_id, status
  ON CONFLICT (owner_id, status) DO UPDATE SET total = task_counts.total + excluded.total;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tasks_count AFTER INSERT OR DELETE OR UPDATE OF owner_id, status ON tasks
FOR EACH ROW EXECUTE FUNCTION count_task();
