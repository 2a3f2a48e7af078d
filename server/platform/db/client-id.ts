import { uuidv7 } from 'uuidv7';

/**
 * Returns the id of a new row: the client's if it fits into an address and a file name, a new one if the client gave
 * none; undefined if the client's does not fit.
 */
export function clientId(given: string | undefined): string | undefined {
  if (given === undefined) return uuidv7();
  return /^[0-9A-Za-z][0-9A-Za-z_-]{0,63}$/.test(given) ? given : undefined;
}
