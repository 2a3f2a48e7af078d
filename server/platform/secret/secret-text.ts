import { randomBytes } from 'node:crypto';
import type { Secrets } from './server-secret.ts';

const shortest = 32;

/** A new secret, as text. */
export function newSecretText(): string {
  return randomBytes(64).toString('hex');
}

/**
 * Reads secrets apart by spaces, commas or lines: the first one signs, the others are still believed, and one behind `~`
 * only keeps the addresses that it once made. Undefined where a word is too short to be one.
 */
export function readSecrets(text: string): Secrets | undefined {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const believed = words.filter((word) => !word.startsWith('~')).map(bytesOf);
  const lasting = words.map((word) => bytesOf(word.replace(/^~/, ''))).at(-1);
  if (words.some((word) => word.replace(/^~/, '').length < shortest)) return undefined;
  return believed.length > 0 && lasting ? { believed, lasting } : undefined;
}

/** The text with a new secret before those that there are. */
export function replacedIn(text: string, secret: string): string {
  return [secret, ...text.split(/[\s,]+/).filter(Boolean)].join('\n');
}

/** The text whose first secret alone is believed; the oldest goes on keeping the addresses that it made. */
export function withoutFormer(text: string): string {
  const [first, ...others] = text.split(/[\s,]+/).filter(Boolean);
  const oldest = others.at(-1);
  return [first, ...(oldest ? [`~${oldest.replace(/^~/, '')}`] : [])].join('\n');
}

/** What was made by us is hex; whatever else somebody chose counts as it is written. */
export function bytesOf(word: string): Buffer {
  return /^[0-9a-f]{128}$/.test(word) ? Buffer.from(word, 'hex') : Buffer.from(word, 'utf8');
}
