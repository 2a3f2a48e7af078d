ALTER TABLE "uploads" ADD COLUMN "chunks_at" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "lease_owner" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "fence" integer DEFAULT 0 NOT NULL;