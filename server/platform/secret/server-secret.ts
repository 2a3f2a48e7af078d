import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Secrets from which keys are derived: the first of `believed` signs, signatures by any of them are accepted. */
export type Secrets = {
  believed: readonly Buffer[];
  /** The oldest known one, for addresses and keys that others keep for years and that cannot be exchanged. */
  lasting: Buffer;
};

/** Secrets named by an operator or a file; `named` holds all of them, oldest first, if nothing else tells their age. */
export type GivenSecrets = Secrets & { named: readonly Buffer[] };

/** The secret of the server. It may change while the server runs, so keys are asked for whenever they are used. */
export class ServerSecret {
  readonly #read: () => Secrets;
  // Cached key objects: Node would make one from the bytes for each signature, at three times the cost of signing.
  readonly #derived = new Map<string, KeyObject>();

  constructor(read: () => Secrets) {
    this.#read = read;
  }

  /**
   * Returns the keys for one purpose, so that no two purposes share one: the first signs, signatures by all are
   * accepted.
   */
  keys(purpose: string): [KeyObject, ...KeyObject[]] {
    const [first, ...others] = this.#read().believed.map((secret) => this.#keyOf(secret, purpose));
    if (!first) throw new Error('The server has no secret');
    return [first, ...others];
  }

  /** Returns 32 bytes for one purpose that stay the same when the secret is replaced. */
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

/** Returns a value by which servers can see that they have the same secret, without revealing anything of it. */
export function fingerprintOf(secret: Buffer): string {
  const known = fingerprints.get(secret);
  if (known) return known;
  const made = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint', 16)).toString('hex');
  fingerprints.set(secret, made);
  return made;
}

/** Why the secret cannot be opened or replaced, in one line for the person who runs the server. */
export class SecretProblem extends Error {}
