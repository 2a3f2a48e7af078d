// Makes the archive that a first start unpacks, unless it exists (server/platform/db/database-archive.ts): for the
// tests, whose many processes would each make it, and for a build.
import { databaseArchive } from '#server/platform/db/database-archive.ts';

await databaseArchive();
