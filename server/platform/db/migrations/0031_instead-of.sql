ALTER TABLE "uploads" ADD COLUMN "instead_of" text;--> statement-breakpoint
UPDATE "uploads" SET "place" = 'next' WHERE "place" IS NULL AND "total_size" IS NOT NULL AND "state" IN ('receiving', 'verifying');
