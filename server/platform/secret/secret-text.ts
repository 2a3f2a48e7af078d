import { randomBytes } from 'node:crypto';
import type { GivenSecrets } from './server-secret.ts';

const shortest = 32;

/** A new secret, as text. */
export function newSecretText(): string {
  return randomBytes(64).toString('hex');
}

/**
 * Reads secrets separated by spaces, commas or line breaks: the first one signs, the others are still accepted, and one
 * after `~` only keeps the addresses valid that it once made. Undefined if a word is too short to be a secret.
 */
export function readSecrets(text: string): GivenSecrets | undefined {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const believed = words.filter((word) => !word.startsWith('~')).map(bytesOf);
  const named = words.map((word) => bytesOf(word.replace(/^~/, ''))).reverse();
  const [lasting] = named;
  if (words.some((word) => word.replace(/^~/, '').length < shortest)) return undefined;
  return believed.length > 0 && lasting ? { believed, lasting, named } : undefined;
}

/** Returns the text with a new secret in front of the present ones. */
export function replacedIn(text: string, secret: string): string {
  return [secret, ...text.split(/[\s,]+/).filter(Boolean)].join('\n');
}

/** Returns the text with the first secret alone accepted; the oldest still keeps the addresses valid that it made. */
export function withoutFormer(text: string): string {
  const [first, ...others] = text.split(/[\s,]+/).filter(Boolean);
  const oldest = others.at(-1);
  return [first, ...(oldest ? [`~${oldest.replace(/^~/, '')}`] : [])].join('\n');
}

/** Generated secrets are hex; any other text, chosen by an operator, is taken as it is. */
export function bytesOf(word: string): Buffer {
  return /^[0-9a-f]{128}$/.test(word) ? Buffer.from(word, 'hex') : Buffer.from(word, 'utf8');
}
