import type { FastifyReply, FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { emailKey } from '#contract/common.ts';
import type { ServerSecret } from '#server/platform/secret/index.ts';
import { sessionDays } from '../auth/session-repository.ts';

const purpose = 'known-device';
const cookieDays = 180;
/** Maximum number of people remembered on one device. */
const maxPeople = 5;

/**
 * Remembers in a cookie who has signed in with this browser: a device id and a signature for each person. It does not
 * sign anybody in; it only exempts sign-ins on a known device from the limits on attempts made elsewhere.
 */
export function knownDevice(secret: ServerSecret, { secure }: { secure: boolean }) {
  const options = { path: '/api/login', httpOnly: true, sameSite: 'strict', secure } as const;
  const textOf = (id: string, email: string) => `${id} ${emailKey(email)}`;

  function readDeviceCookie(request: FastifyRequest): { id: string; signatures: string[] } | undefined {
    const [id = '', ...signatures] = (request.cookies.device ?? '').split('.');
    return /^[0-9a-f-]{36}$/.test(id) ? { id, signatures: signatures.slice(0, maxPeople) } : undefined;
  }

  function isSigned(id: string, email: string, signature: string): boolean {
    return secret.isSigned(purpose, textOf(id, email), Buffer.from(signature, 'base64url'));
  }

  return {
    /** Returns the id of the device if this person has signed in on it before; undefined otherwise. */
    read(request: FastifyRequest, email: string): string | undefined {
      const parts = readDeviceCookie(request);
      return parts?.signatures.some((each) => isSigned(parts.id, email, each)) ? parts.id : undefined;
    },
    /** Puts this person first among those remembered on the device. */
    remember(request: FastifyRequest, reply: FastifyReply, email: string): void {
      const { id, signatures } = readDeviceCookie(request) ?? { id: uuidv7(), signatures: [] };
      const own = secret.sign(purpose, textOf(id, email)).toString('base64url');
      const others = signatures.filter((each) => !isSigned(id, email, each));
      const value = [id, own, ...others].slice(0, maxPeople + 1).join('.');
      reply.setCookie('device', value, { ...options, maxAge: cookieDays * 24 * 3600 });
    },
  };
}

/** Handles the cookie of the refresh token: hidden from scripts, sent only to the API of this site. */
export function refreshCookie({ secure }: { secure: boolean }) {
  const options = { path: '/api', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies.refresh,
    set: (reply: FastifyReply, token: string) =>
      reply.setCookie('refresh', token, { ...options, maxAge: sessionDays * 24 * 3600 }),
    clear: (reply: FastifyReply) => reply.clearCookie('refresh', options),
  };
}
