ALTER TABLE "protocols" drop column "search";--> statement-breakpoint
ALTER TABLE "protocols" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_key) || to_tsvector('russian', search_key)) STORED;--> statement-breakpoint
ALTER TABLE "tasks" drop column "search";--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_key) || to_tsvector('russian', search_key)) STORED;--> statement-breakpoint
ALTER TABLE "protocols" ADD COLUMN "search_version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "protocols_search_version" ON "protocols" USING btree ("search_version");--> statement-breakpoint
-- The indexes went with their columns.
CREATE INDEX "protocols_search" ON "protocols" USING gin ("search");--> statement-breakpoint
CREATE INDEX "tasks_search" ON "tasks" USING gin ("search");
