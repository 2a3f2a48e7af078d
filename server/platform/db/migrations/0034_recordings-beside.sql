ALTER TABLE "recording_parts" ADD COLUMN "beside_id" text;--> statement-breakpoint
ALTER TABLE "recording_parts" ADD COLUMN "offset" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "recording_parts" ADD COLUMN "speaker" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "beside_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "speaker" text;