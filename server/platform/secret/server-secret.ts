import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** What keys are derived from: the first of `believed` signs, what any of them signed is believed. */
export type Secrets = {
  believed: readonly Buffer[];
  /** The oldest one that is known: of addresses and keys that others keep for years and that cannot be exchanged. */
  lasting: Buffer;
};

/** The secret of the server. It may change while the server runs, so keys are asked for whenever they are used. */
export class ServerSecret {
  readonly #read: () => Secrets;
  // Key objects, made once: Node would make one of the bytes for each signature, at three times the cost of that.
  readonly #derived = new Map<string, KeyObject>();

  constructor(read: () => Secrets) {
    this.#read = read;
  }

  /** The keys for one purpose, so that no two purposes share one: the first signs, all of them are believed. */
  keys(purpose: string): [KeyObject, ...KeyObject[]] {
    const [first, ...others] = this.#read().believed.map((secret) => this.#keyOf(secret, purpose));
    if (!first) throw new Error('The server has no secret');
    return [first, ...others];
  }

  /** 32 bytes for one purpose that stay the same when the secret is replaced. */
  lastingKey(purpose: string): Buffer {
    return this.#keyOf(this.#read().lasting, purpose).export();
  }

  sign(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.keys(purpose)[0]).update(text).digest();
  }

  isSigned(purpose: string, text: string, signature: Buffer): boolean {
    return this.keys(purpose).some((key) => {
      const right = createHmac('sha256', key).update(text).digest();
      return signature.length === right.length && timingSafeEqual(signature, right);
    });
  }

  #keyOf(secret: Buffer, purpose: string): KeyObject {
    const name = `${purpose} ${fingerprintOf(secret)}`;
    const known = this.#derived.get(name);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
    this.#derived.set(name, key);
    return key;
  }
}

const fingerprints = new WeakMap<Buffer, string>();

/** By which servers know that they have the same secret; nothing of it can be told from that. */
export function fingerprintOf(secret: Buffer): string {
  const known = fingerprints.get(secret);
  if (known) return known;
  const made = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint', 16)).toString('hex');
  fingerprints.set(secret, made);
  return made;
}
