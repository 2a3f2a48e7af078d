ALTER TABLE "tasks" ADD COLUMN "priority" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_priority" CHECK ("tasks"."priority" in ('high', 'normal', 'low'));