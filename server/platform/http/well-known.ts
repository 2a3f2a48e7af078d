import type { FastifyInstance } from 'fastify';

const hidden = { schema: { hide: true } as object };

/** Registers the addresses that programs look for at every site. */
export function registerWellKnown(app: FastifyInstance): void {
  // Password managers: https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', hidden, async (_request, reply) =>
    reply.redirect('/main/settings?tab=profile'),
  );
  // The sign-in may be found; what lies behind it needs a token anyway, and a page of a guest is nobody else's.
  app.get('/robots.txt', hidden, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /api/\nDisallow: /s/\n'),
  );
}
