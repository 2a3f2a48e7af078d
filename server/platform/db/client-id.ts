import { uuidv7 } from 'uuidv7';

/** The id of a new row: the client's where it made one that can stand in an address and a file's name, else ours. */
export function clientId(given: string | undefined): string | undefined {
  if (given === undefined) return uuidv7();
  return /^[0-9A-Za-z][0-9A-Za-z_-]{0,63}$/.test(given) ? given : undefined;
}
