CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_by_id" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"protocol_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"text" text NOT NULL,
	"text_key" text NOT NULL,
	"source" text NOT NULL,
	"evidence" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposals_kind" CHECK ("proposals"."kind" in ('question', 'decision', 'task')),
	CONSTRAINT "proposals_state" CHECK ("proposals"."state" in ('open', 'accepted', 'dismissed')),
	CONSTRAINT "proposals_source" CHECK ("proposals"."source" in ('keyword', 'extract', 'llm'))
);
--> statement-breakpoint
DROP INDEX "summaries_protocol";--> statement-breakpoint
ALTER TABLE "final_versions" ADD COLUMN "pdf_sha256" text;--> statement-breakpoint
ALTER TABLE "final_versions" ADD COLUMN "docx_sha256" text;--> statement-breakpoint
ALTER TABLE "final_versions" ADD COLUMN "reopened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "created_by_id" text;--> statement-breakpoint
ALTER TABLE "transcript_segments" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(text, 'ёЁ', 'еЕ')) || to_tsvector('russian', translate(text, 'ёЁ', 'еЕ'))) STORED;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "speakers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_protocol_id_protocols_id_fk" FOREIGN KEY ("protocol_id") REFERENCES "public"."protocols"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_once" ON "proposals" USING btree ("protocol_id","kind","text_key");--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "summaries_version" ON "summaries" USING btree ("protocol_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "summaries_draft" ON "summaries" USING btree ("protocol_id") WHERE is_draft;--> statement-breakpoint
CREATE INDEX "transcript_segments_search" ON "transcript_segments" USING gin ("search");--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_source" CHECK ("transcripts"."source" in ('track', 'file', 'service'));