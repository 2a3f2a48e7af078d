DROP INDEX "uploads_open";--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "set_aside_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_open" ON "uploads" USING btree ("protocol_id") WHERE state in ('receiving', 'verifying') and set_aside_at is null;