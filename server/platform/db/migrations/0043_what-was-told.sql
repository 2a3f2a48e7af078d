ALTER TABLE "meeting_invitations" ADD COLUMN "heard_sequence" integer;--> statement-breakpoint
ALTER TABLE "meeting_rounds" ADD COLUMN "told" jsonb;