ALTER TABLE "transcripts" ADD COLUMN "spoken" "tsvector";--> statement-breakpoint
CREATE INDEX "transcripts_spoken" ON "transcripts" USING gin ("spoken");