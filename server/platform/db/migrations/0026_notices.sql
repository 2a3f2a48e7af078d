CREATE TABLE "notice_runs" (
	"name" text NOT NULL,
	"day" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_runs_name_day_pk" PRIMARY KEY("name","day")
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"refused_app" text[] DEFAULT '{}' NOT NULL,
	"refused_mail" text[] DEFAULT '{}' NOT NULL,
	"refused_push" text[] DEFAULT '{}' NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"task_id" text,
	"protocol_id" text,
	"meeting_id" text,
	"facts" jsonb NOT NULL,
	"is_listed" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mail_due" timestamp (3) with time zone,
	"push_due" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('task_given', 'task_changed', 'task_due_3', 'task_due_1', 'task_overdue', 'report_answered', 'report_came', 'protocol_missing'))
);
--> statement-breakpoint
CREATE TABLE "week_summaries" (
	"user_id" text NOT NULL,
	"week" text NOT NULL,
	"mail_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "week_summaries_user_id_week_pk" PRIMARY KEY("user_id","week")
);
--> statement-breakpoint
ALTER TABLE "bodies" ADD COLUMN "reminders" text[];--> statement-breakpoint
-- A subscription without a sign-in is of no use: nothing before wrote one.
DELETE FROM "push_subscriptions";--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "session_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "last_success_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "week_summaries" ADD CONSTRAINT "week_summaries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("user_id","kind","key");--> statement-breakpoint
CREATE INDEX "notices_list" ON "notices" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_listed;--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE is_listed and read_at is null;--> statement-breakpoint
CREATE INDEX "notices_mail" ON "notices" USING btree ("mail_due") WHERE mail_due is not null;--> statement-breakpoint
CREATE INDEX "notices_push" ON "notices" USING btree ("push_due") WHERE push_due is not null;--> statement-breakpoint
CREATE INDEX "notices_age" ON "notices" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meetings_end" ON "meetings" USING btree ("end_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "tasks_reminders" ON "tasks" USING btree ("list_rank") WHERE assignee_id is not null and status in ('new', 'in_progress');