ALTER TABLE "final_versions" ADD COLUMN "number_scope" text;--> statement-breakpoint
ALTER TABLE "final_versions" ADD COLUMN "number_year" integer;--> statement-breakpoint
-- The protocol knows them, where it was not moved since; else they follow from what was signed. A name is folded as
-- `foldWords` does it, for Russian and English letters.
UPDATE "final_versions" SET
  "number_year" = CASE
    WHEN "signed"."held_at" IS NOT DISTINCT FROM p."held_at" THEN p."number_year"
    WHEN "signed"."held_at" ~ '^[0-9]{4}-' THEN left("signed"."held_at", 4)::integer
    ELSE extract(year FROM p."created_at")::integer END,
  "number_scope" = CASE
    WHEN "signed"."organization" IS NOT DISTINCT FROM p."organization" AND "signed"."body_id" IS NOT DISTINCT FROM p."body_id"
      THEN p."number_scope"
    WHEN EXISTS (SELECT FROM "bodies" WHERE "id" = "signed"."body_id" AND "numbering" @> '{"is_own": true}')
      THEN 'body:' || "signed"."body_id"
    WHEN "signed"."name" <> '' THEN 'org:' || "signed"."name"
    ELSE 'owner:' || p."owner_id" END
FROM "protocols" p JOIN (
  SELECT v."id", v."protocol_id", s.*, btrim(regexp_replace(translate(lower(coalesce(s."organization", '')),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе'), '[^a-zа-я0-9]+', ' ', 'g')) AS "name"
  FROM "final_versions" v JOIN "protocols" o ON o."id" = v."protocol_id", jsonb_to_record(coalesce(v."snapshot" -> 'protocol',
    jsonb_build_object('held_at', o."held_at", 'organization', o."organization", 'body_id', o."body_id")))
    AS s("held_at" text, "organization" text, "body_id" text)
) AS "signed" ON "signed"."protocol_id" = p."id"
WHERE "final_versions"."id" = "signed"."id";--> statement-breakpoint
-- A server of the previous version, beside this one, does not write them.
CREATE FUNCTION number_final_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(NEW.number_scope, p.number_scope), coalesce(NEW.number_year, p.number_year)
  INTO NEW.number_scope, NEW.number_year FROM protocols p WHERE p.id = NEW.protocol_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER final_versions_numbered BEFORE INSERT ON "final_versions" FOR EACH ROW
WHEN (NEW.number_scope IS NULL OR NEW.number_year IS NULL) EXECUTE FUNCTION number_final_version();
--> statement-breakpoint
ALTER TABLE "final_versions" ALTER COLUMN "number_scope" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "final_versions" ALTER COLUMN "number_year" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "final_versions_number" ON "final_versions" USING btree ("number_scope","number_year",regexp_replace("number", '^0+(?=[0-9])', ''));
