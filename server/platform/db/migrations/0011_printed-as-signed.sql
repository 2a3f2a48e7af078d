-- A version is printed by the settings that it was signed off with. For those that were signed off before these were kept,
-- the ones in force at this moment are the nearest that is known; an empty object means what is printed where nothing was set.
UPDATE "final_versions" SET "snapshot" = "snapshot" || jsonb_build_object('settings',
  coalesce((SELECT "value" FROM "settings" WHERE "name" = 'documents'), '{}'::jsonb))
WHERE NOT "snapshot" ? 'settings';
