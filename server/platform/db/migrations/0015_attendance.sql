ALTER TABLE "members" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "protocols" ADD COLUMN "quorum" jsonb;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "attendance" jsonb;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_somebody" CHECK (member_id is not null or name is not null);