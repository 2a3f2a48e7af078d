import type { Readable } from 'node:stream';

/** Inclusive positions of bytes, as HTTP ranges count. */
export type ByteRange = { start: number; end: number };

/** `bytes`: its size. `changedAt`: when it came under its key, where the storage tells. */
export type StoredFile = { key: string; bytes: number; changedAt?: Date | undefined };

/** Bytes of a file that a storage takes in one piece; more go in parts. No file that a person waits for is larger. */
export const largestAtOnce = 32 * 1024 * 1024;

/** How a call that takes long is watched: `signal` ends it, and it reports the bytes that it passes on. */
export type Flow = { signal?: AbortSignal; onBytes?: () => void };

/** Where finished files lie. Keys are ASCII paths such as `videos/{protocol}/{upload}/playable.mp4`. */
export interface Storage {
  /** Writes a small file whole; a reader never sees half of it. */
  put(key: string, contents: Uint8Array, type?: string, flow?: Flow): Promise<void>;
  /** Takes a local file in; the local one is gone afterwards. A repeated call after a lost answer does no harm. */
  adopt(path: string, key: string, type?: string, flow?: Flow): Promise<void>;
  /** The file, or a part of it. Rejects with `ENOENT` as the error's code where there is none. */
  read(key: string, range?: ByteRange, flow?: Flow): Promise<Readable>;
  /** Every file, or those below `prefix/`, in no order; one that comes or goes meanwhile may be among them or not. */
  list(prefix?: string, flow?: Flow): AsyncIterable<StoredFile>;
  /** Bytes of the file; undefined where there is none. */
  size(key: string, flow?: Flow): Promise<number | undefined>;
  /** Removes a file; one that is not there is no error. */
  remove(key: string, flow?: Flow): Promise<void>;
  /** Removes everything below `prefix/`. */
  removeAll(prefix: string): Promise<void>;
  /** A local path of the file while `use` runs: the file itself, or a copy in `workDir`. */
  withLocalFile<T>(key: string, workDir: string, use: (path: string) => Promise<T>): Promise<T>;
  /**
   * An address under which a browser reads the file from the storage itself for half a day, as a file of this type and
   * `Content-Disposition`. Only where browsers reach the storage.
   */
  addressOf?(key: string, shown: { type: string; disposition: string }): Promise<string>;
  /** Present only in a storage that several servers can share. */
  shared?: SharedStorage;
}

export interface SharedStorage {
  /** Puts files together into a new one, in this order, without holding more than a piece of them in memory. */
  join(parts: readonly StoredFile[], key: string, signal: AbortSignal): Promise<void>;
  /** Removes incomplete writes, or those below `prefix/`, that began before this moment under keys that `isOurs` accepts. */
  removeUnfinished(prefix: string | undefined, before: Date, isOurs: (key: string) => boolean): Promise<void>;
}

/** Thrown for an invalid key: a bug in this server, never a failure of the storage. */
export class BadKey extends Error {}

const keyForm = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether a key may be one of ours: others may use the same bucket. */
export function isKey(key: string): boolean {
  return keyForm.test(key);
}

/** Refuses a key that flydrive or an object store would change or escape from. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new BadKey(`Bad key: ${key}`);
  return key;
}
