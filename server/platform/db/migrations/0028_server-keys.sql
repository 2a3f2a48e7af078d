CREATE TABLE "server_keys" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"secret" text,
	"signs_from" timestamp (3) with time zone NOT NULL,
	"dropped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
