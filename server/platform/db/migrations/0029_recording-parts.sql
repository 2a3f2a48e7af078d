CREATE TABLE "recording_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"protocol_id" text NOT NULL,
	"position" integer NOT NULL,
	"title" text,
	"pause" double precision DEFAULT 0 NOT NULL,
	"stage" text DEFAULT 'video_uploaded' NOT NULL,
	"video" jsonb NOT NULL,
	"processing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recording_parts_stage" CHECK ("recording_parts"."stage" in ('video_uploaded', 'video_process', 'success_video_process', 'error_video_process'))
);
--> statement-breakpoint
DROP INDEX "transcripts_protocol";--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "part_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "recording_parts" ADD CONSTRAINT "recording_parts_protocol_id_protocols_id_fk" FOREIGN KEY ("protocol_id") REFERENCES "public"."protocols"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recording_parts_order" ON "recording_parts" USING btree ("protocol_id","position");--> statement-breakpoint
CREATE INDEX "recording_parts_running" ON "recording_parts" USING btree ("stage") WHERE stage = 'video_process';--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_part_id_recording_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."recording_parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transcripts_recording" ON "transcripts" USING btree ("protocol_id","is_draft",coalesce(part_id, ''));--> statement-breakpoint
CREATE INDEX "transcripts_part" ON "transcripts" USING btree ("part_id");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_place" CHECK ("uploads"."place" in ('next'));