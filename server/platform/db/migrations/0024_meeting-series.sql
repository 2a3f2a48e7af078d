CREATE TABLE "meeting_series" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"body_id" text,
	"rule" text NOT NULL,
	"first" text NOT NULL,
	"time" text NOT NULL,
	"minutes" integer NOT NULL,
	"zone" text NOT NULL,
	"holidays" text NOT NULL,
	"excluded" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"made_to" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"place" text,
	"link" text,
	"participant_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"guests" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"split_from" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_series_holidays" CHECK ("meeting_series"."holidays" in ('keep', 'next', 'previous', 'skip'))
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "series_id" text;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "occurrence" text;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "own_fields" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_series" ADD CONSTRAINT "meeting_series_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_series" ADD CONSTRAINT "meeting_series_body_id_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."bodies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meeting_series_owner" ON "meeting_series" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "meeting_series_body" ON "meeting_series" USING btree ("body_id");--> statement-breakpoint
CREATE INDEX "meeting_series_made_to" ON "meeting_series" USING btree ("made_to");--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_series_id_meeting_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."meeting_series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_series" ON "meetings" USING btree ("series_id","occurrence");