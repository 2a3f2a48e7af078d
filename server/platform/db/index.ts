// The database: opening, locking, migrations, sort and search keys.

export { conflictExplainer, idConflict, newId } from './conflicts.ts';
export { FolderTaken, isFolderTaken, lockDataFolder, lockName } from './data-lock.ts';
export type { Database, Db } from './database.ts';
export { databaseProblem, isDeadlock } from './database-problem.ts';
export type { EmbeddedConnection } from './embedded-connection.ts';
export { findMatches, findNarrowed, type Searched } from './find-matches.ts';
export { endLostConnections } from './lost-connections.ts';
export { connectionName, findNeighbours } from './neighbours.ts';
export { type DatabaseLimits, openDatabase, usualDatabaseLimits } from './open-database.ts';
export { NewerSchema } from './own-migrations.ts';
export {
  conditionOf,
  countedRows,
  firstRows,
  newestFirst,
  type OwnedList,
  type OwnId,
  offsetOf,
  type Paging,
  pageMetaBy,
  pageMetaOf,
} from './owned-list.ts';
export { literalNumber, preparedOnce } from './prepared.ts';
export { countOutstanding, countOwnMigrations } from './run-migrations.ts';
export { anyFormQuery, formsQuery, isWordless, ofOwnersQuery, prefixQuery, searchKeyOf } from './search-key.ts';
export {
  filesOfVideo,
  isRerun,
  type ProtocolSnapshot,
  type StoredAttachment,
  type StoredCalendar,
  type StoredEvidence,
  type StoredPoint,
  type StoredSpeaker,
  type StoredVideo,
} from './stored-json.ts';
