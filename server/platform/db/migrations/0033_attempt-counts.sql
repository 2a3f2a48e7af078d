CREATE TABLE "attempt_counts" (
	"id" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "attempt_counts_until" ON "attempt_counts" USING btree ("until");