-- Where a task stands in the list of all tasks: `taskRank` of the contract, worded alike there. IMMUTABLE, since a deadline
-- names its offset, and a day alone is one of the office.
-- Rows of older versions may hold what the contract takes no more: years and offsets that a cast to timestamptz refuses.
CREATE FUNCTION task_rank(status text, due_at text) RETURNS double precision LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  parts text[] := regexp_match(due_at,
    '^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?:Z|([+-])(\d{2}):?(\d{2})))?$');
  -- There is no year nought; the fourth has as many days.
  year int := coalesce(nullif(parts[1]::int, 0), 4);
  seconds double precision;
BEGIN
  IF parts[4] IS NULL THEN
    seconds := extract(epoch from
      make_timestamp(year, parts[2]::int, parts[3]::int, 23, 59, 59) AT TIME ZONE 'Europe/Moscow');
  ELSE
    seconds := extract(epoch from make_timestamp(year, parts[2]::int, parts[3]::int, parts[4]::int, parts[5]::int,
      coalesce(parts[6], '0')::double precision))
      - coalesce((parts[7] || '1')::int * (parts[8]::int * 3600 + parts[9]::int * 60), 0);
  END IF;
  -- NULL stays: there is no deadline.
  IF parts IS NULL THEN seconds := NULL;
  ELSE seconds := least(greatest(seconds, -25e8), 9e9);
  END IF;
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