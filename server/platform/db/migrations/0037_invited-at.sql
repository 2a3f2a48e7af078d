ALTER TABLE "password_resets" ADD COLUMN "mail_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","is_blocked","search_key","id");--> statement-breakpoint
UPDATE "users" SET "invited_at" = "links"."at"
FROM (SELECT "user_id", max("created_at") AS "at" FROM "password_resets" WHERE "kind" = 'invitation' GROUP BY "user_id") AS "links"
WHERE "users"."id" = "links"."user_id" AND "users"."password_hash" IS NULL;--> statement-breakpoint
-- Links that are still good know the mail that was made right after them.
UPDATE "password_resets" SET "mail_id" = "found"."mail_id"
FROM (
  SELECT DISTINCT ON ("links"."token_hash") "links"."token_hash", "mails"."id" AS "mail_id"
  FROM "password_resets" AS "links"
  JOIN "users" ON "users"."id" = "links"."user_id"
  JOIN "mails" ON "mails"."recipient" = "users"."email" AND "mails"."subject" = 'Приглашение в «Протокол»'
    AND "mails"."created_at" >= "links"."created_at"
  WHERE "links"."kind" = 'invitation' AND "links"."used_at" IS NULL AND "links"."expires_at" > now()
  ORDER BY "links"."token_hash", "mails"."created_at", "mails"."id"
) AS "found"
WHERE "password_resets"."token_hash" = "found"."token_hash";
