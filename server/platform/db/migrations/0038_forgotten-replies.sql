ALTER TABLE "idempotency_keys" ADD COLUMN "object_id" text;--> statement-breakpoint
CREATE INDEX "idempotency_keys_object" ON "idempotency_keys" USING btree ("object_id");