import { StorageFullError } from './store.ts';

/** The device kept nothing: it is full, or its storage fails. */
export class NotKeptError extends Error {
  override name = 'NotKeptError';
  readonly isFull: boolean;

  constructor(isFull: boolean, options?: ErrorOptions) {
    super('the device did not keep it', options);
    this.isFull = isFull;
  }
}

/** Throws the error for a caller whose write the storage did not keep. */
export function notKept(cause: unknown): never {
  throw new NotKeptError(cause instanceof StorageFullError, { cause });
}
