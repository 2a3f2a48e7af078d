CREATE TABLE "report_files" (
	"id" text PRIMARY KEY NOT NULL,
	"report_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"first_task_id" text NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"answer" text,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_reports_state" CHECK ("task_reports"."state" in ('waiting', 'withdrawn', 'returned', 'confirmed'))
);
--> statement-breakpoint
ALTER TABLE "protocols" ADD COLUMN "recording_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "report_files" ADD CONSTRAINT "report_files_report_id_task_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."task_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_reports" ADD CONSTRAINT "task_reports_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_reports" ADD CONSTRAINT "task_reports_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_files_report" ON "report_files" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "task_reports_task" ON "task_reports" USING btree ("first_task_id","created_at");--> statement-breakpoint
CREATE INDEX "task_reports_of" ON "task_reports" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "task_reports_author" ON "task_reports" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_reports_waiting" ON "task_reports" USING btree ("first_task_id","author_id") WHERE state = 'waiting';