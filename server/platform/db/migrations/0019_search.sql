ALTER TABLE "meetings" drop column "search";--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_key) || to_tsvector('russian', search_key)) STORED;--> statement-breakpoint
-- The index went with its column.
CREATE INDEX "meetings_search" ON "meetings" USING gin ("search");--> statement-breakpoint
ALTER TABLE "protocols" ADD COLUMN "decision_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "protocols" ADD COLUMN "decision_search" "tsvector" GENERATED ALWAYS AS (case when decision_key <> '' then to_tsvector('simple', decision_key)
    || to_tsvector('russian', decision_key) || array_to_tsvector(array['=' || owner_id]) end) STORED;--> statement-breakpoint
CREATE INDEX "protocols_decision_search" ON "protocols" USING gin ("decision_search");--> statement-breakpoint
CREATE INDEX "protocols_chairman" ON "protocols" USING btree ("chairman_id");--> statement-breakpoint
CREATE INDEX "protocols_held" ON "protocols" USING btree ("owner_id",left("held_at", 10));