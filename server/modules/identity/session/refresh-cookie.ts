import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionDays } from '../auth/session-repository.ts';

const name = 'refresh';

/** Handles the cookie of the refresh token: hidden from scripts, sent only to the API of this site. */
export function refreshCookie({ secure }: { secure: boolean }) {
  const options = { path: '/api', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, token: string) =>
      reply.setCookie(name, token, { ...options, maxAge: sessionDays * 24 * 3600 }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  };
}
