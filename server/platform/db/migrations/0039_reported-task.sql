ALTER TABLE "task_reports" ADD COLUMN "task" jsonb;--> statement-breakpoint
UPDATE "task_reports" SET "task" = jsonb_build_object('title', t."title", 'status', t."status", 'due_at', t."due_at",
  'protocol_number', p."number", 'protocol_title', p."title")
FROM "tasks" t JOIN "protocols" p ON p."id" = t."protocol_id" WHERE t."id" = "task_reports"."task_id" AND t."assignee_id" = "task_reports"."author_id";
