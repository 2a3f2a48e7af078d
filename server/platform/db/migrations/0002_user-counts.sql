CREATE TABLE "user_counts" (
	"role" text NOT NULL,
	"is_blocked" boolean NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "user_counts_role_is_blocked_pk" PRIMARY KEY("role","is_blocked")
);
--> statement-breakpoint
CREATE INDEX "users_creator" ON "users" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("search_key","id");--> statement-breakpoint
INSERT INTO "user_counts" ("role", "is_blocked", "total") SELECT "role", "is_blocked", count(*) FROM "users" GROUP BY "role", "is_blocked";
--> statement-breakpoint
-- Keeps user_counts in step with users, whoever writes them. In one order, so that two writers never wait for each other.
CREATE FUNCTION count_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts (role, is_blocked, total)
  SELECT role, is_blocked, sum(change) FROM (
    SELECT OLD.role, OLD.is_blocked, -1 WHERE TG_OP <> 'INSERT'
    UNION ALL
    SELECT NEW.role, NEW.is_blocked, 1 WHERE TG_OP <> 'DELETE'
  ) AS changes (role, is_blocked, change)
  GROUP BY role, is_blocked HAVING sum(change) <> 0
  ORDER BY role, is_blocked
  ON CONFLICT (role, is_blocked) DO UPDATE SET total = user_counts.total + excluded.total;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_count AFTER INSERT OR DELETE OR UPDATE OF role, is_blocked ON users
FOR EACH ROW EXECUTE FUNCTION count_user();
