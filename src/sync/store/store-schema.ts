import type { DBSchema, IDBPDatabase } from 'idb';
import type { OutboxRow, RenamedId } from './outbox-row.ts';
import type { RecordingPiece, RecordingRow } from './recording-row.ts';
import type { UploadRow } from './upload-row.ts';

/** A chunk that waits on this device, of an upload or of a recording that becomes one. */
export interface StagedChunk {
  uploadId: string;
  index: number;
  blob: Blob;
  /** '' where it is not computed yet: the chunk was cut from a larger one. */
  sha256: string;
}

/** The same as it lies in the database: as buffers where the browser does not keep Blobs. */
export type StoredChunk = Omit<StagedChunk, 'blob'> & ({ blob: Blob } | { buffers: ArrayBuffer[] });

/** Copy of the session for the worker, which has no localStorage. */
export interface SessionCopy {
  token: string | null;
  /** The token that the worker replaced first: localStorage may still hold it. */
  replaced: string | null;
  /** Those that it replaced after that one, up to a page's own refresh: a page may have adopted one of them meanwhile. */
  replacedLater?: readonly string[] | undefined;
  userId: string | null;
  /** Tokens of sessions that a person left and whose POST /logout was not answered yet. */
  owed?: readonly string[] | undefined;
  /** The server of this session has once named itself ours. */
  isOurs?: boolean | undefined;
}

export interface QueueSchema extends DBSchema {
  uploads: { key: string; value: UploadRow; indexes: { owner: string } };
  chunks: { key: [string, number]; value: StoredChunk };
  outbox: { key: number; value: OutboxRow; indexes: { owner: string } };
  ids: { key: [string, string]; value: RenamedId };
  session: { key: 'session'; value: SessionCopy };
  recordings: { key: string; value: RecordingRow; indexes: { owner: string } };
  pieces: { key: [string, number]; value: RecordingPiece };
}

export const databaseName = 'protokol-queue';
export const databaseVersion = 3;

/**
 * Brings a database of any older version up to date. Every step only adds, and adds nothing that older rows would have
 * to have: pages of an older version go on with the upgraded database, and write their rows into it.
 */
export function upgradeDatabase(database: IDBPDatabase<QueueSchema>, from: number): void {
  if (from < 1) {
    database.createObjectStore('uploads', { keyPath: 'id' }).createIndex('owner', 'ownerId');
    database.createObjectStore('chunks', { keyPath: ['uploadId', 'index'] });
    database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true }).createIndex('owner', 'ownerId');
    database.createObjectStore('session');
  }
  if (from < 2) database.createObjectStore('ids', { keyPath: ['ownerId', 'from'] });
  if (from < 3) {
    database.createObjectStore('recordings', { keyPath: 'id' }).createIndex('owner', 'ownerId');
    database.createObjectStore('pieces', { keyPath: ['recordingId', 'number'] });
  }
}
