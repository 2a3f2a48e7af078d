import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Headers that keep the page to itself, cookies, and no caching of what the API answers. */
export async function registerSecurity(app: FastifyInstance, { https }: { https: boolean }): Promise<void> {
  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // React Aria and FullCalendar add style elements of their own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // A name that is once reached by https must not break it for a server that is also reached by http.
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=()');
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
