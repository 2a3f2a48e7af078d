import { ReplyError } from '../http/api-errors.ts';

/**
 * The answer to a mutation; undefined where the server took it and answered in a shape of its own, which the specification
 * does not name: what was written is then read again, and nobody is told that it failed.
 */
export async function written<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ReplyError) return undefined;
    throw error;
  }
}
