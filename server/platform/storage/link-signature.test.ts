import { describe, expect, test } from 'vitest';
import { ServerSecret } from '#server/platform/secret/index.ts';
import { createLinkSignature } from './link-signature.ts';

const key = Buffer.alloc(32, 7);
const secret = new ServerSecret(() => ({ believed: [key], lasting: key }));
const now = new Date('2026-11-21T09:20:00Z');
const parts = ['/api/meetings/1/files/2', 'key'];
const alive = new Set(['session']);
const links = createLinkSignature('file-link', {
  secret,
  clock: () => now,
  isSessionAlive: async (id) => alive.has(id),
});

/** The version before: it signs the expiry, which is a whole hour, and reads nothing else of the query. */
const before = {
  sign() {
    const expires = String(Date.parse('2026-11-21T21:00:00Z'));
    return { expires, signature: secret.sign('file-link', JSON.stringify([...parts, expires])).toString('base64url') };
  },
  verify: ({ expires = '', signature = '' }: Record<string, string>) =>
    secret.isSigned('file-link', JSON.stringify([...parts, expires]), Buffer.from(signature, 'base64url')) &&
    Number(expires) > now.getTime(),
};

describe('an address that ends with a session', () => {
  test('is accepted by a server of the version before, and one of that server here', async () => {
    expect(before.verify(links.sign(parts, 'session'))).toBe(true);
    expect(await links.verify(parts, before.sign())).toBe(true);
  });

  test('is refused once the session has ended, also with the session taken out of it', async () => {
    const ended = links.sign(parts, 'ended');
    const { session: _, session_signature: __, ...bare } = ended;
    const other = { ...links.sign(['/api/meetings/1/files/3', 'key'], 'session'), ...bare };
    const hour = { ...bare, expires: String(Number(bare.expires) - 1) };
    for (const query of [ended, bare, { ...ended, session: 'session' }, other, hour])
      expect([query, await links.verify(parts, query)]).toEqual([query, false]);
    expect(await links.verify(parts, links.sign(parts, 'session'))).toBe(true);
  });

  test('is refused with another signature, and once it has expired', async () => {
    const query = links.sign(parts, 'session');
    expect(await links.verify(parts, { ...query, signature: '' })).toBe(false);
    const later = createLinkSignature('file-link', {
      ...{ secret, isSessionAlive: async () => true },
      clock: () => new Date('2026-11-21T21:00:01Z'),
    });
    expect(await later.verify(parts, query)).toBe(false);
  });
});
