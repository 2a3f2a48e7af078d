import { ReplyError } from '../http/api-errors.ts';

/**
 * Returns the answer to a mutation; undefined where the server took it and answered in a shape that the specification does
 * not name. The caller reads again what was changed, and nobody is told that it failed.
 */
export async function ignoringUnknownReply<T>(mutation: Promise<T>): Promise<T | undefined> {
  try {
    return await mutation;
  } catch (error) {
    if (error instanceof ReplyError) return undefined;
    throw error;
  }
}
