-- Where a task stands in the list of all tasks: `taskRank` of the contract, worded alike there. IMMUTABLE, since a deadline
-- names its offset, and a day alone is one of the office.
CREATE FUNCTION task_rank(status text, due_at text) RETURNS double precision LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  seconds double precision := extract(epoch from CASE
    WHEN length(due_at) = 10 THEN (due_at || 'T23:59:59')::timestamp AT TIME ZONE 'Europe/Moscow'
    ELSE due_at::timestamptz
  END);
BEGIN
  RETURN CASE status
    WHEN 'done' THEN coalesce(3e10 - seconds, 4e10)
    WHEN 'cancelled' THEN coalesce(6e10 - seconds, 7e10)
    ELSE coalesce(seconds, 1e10)
  END;
END $$;
--> statement-breakpoint
DROP INDEX "tasks_list";--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "decision_id" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "origin_task_id" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "list_rank" double precision GENERATED ALWAYS AS (task_rank(status, due_at)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_origin" ON "tasks" USING btree ("origin_task_id");--> statement-breakpoint
CREATE INDEX "tasks_list" ON "tasks" USING btree ("owner_id","list_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);