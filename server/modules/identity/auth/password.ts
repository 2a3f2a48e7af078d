import { hash, verify } from '@node-rs/argon2';

// OWASP's first choice for argon2id; 19 MiB and about 50 ms on a pool thread, so the event loop goes on.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** Compares a password, taking the same time whether or not there is an account with a password. */
export async function verifyPassword(password: string, kept: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody has this one');
  const right = await verify(kept ?? (await decoy), password);
  return right && typeof kept === 'string';
}
