import type { Role } from '#contract/roles.ts';

/** Who calls: the user, and the session that the call came in. */
export type RequestUser = { id: string; role: Role; sessionId: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when the call carries no valid access token. */
    user: RequestUser | null;
  }
}
