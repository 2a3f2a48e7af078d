import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#server/platform/problem/index.ts';

/**
 * Sets the security headers and cookies, and forbids caching of what the API answers.
 * @param options.filesFrom where pictures and recordings come from, besides this server
 */
export async function registerSecurity(
  app: FastifyInstance,
  { https, filesFrom }: { https: boolean; filesFrom?: string | undefined },
): Promise<void> {
  const files = filesFrom === undefined ? [] : [new URL(filesFrom).origin];
  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // React Aria and FullCalendar add style elements of their own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...files],
        mediaSrc: ["'self'", 'blob:', ...files],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Only over https: otherwise, after one visit by https, a browser would no longer reach this host by http.
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (comesFromElsewhere(request)) throw new Problem('forbidden', 'Запрос с другого сайта не принимается');
    if (!https && isPlain(request)) reply.removeHeader('cross-origin-opener-policy');
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=()');
    if (isForApi(request)) reply.header('cache-control', 'no-store');
  });
}

/**
 * Whether a browser reads the answer over plain http from a name that is not its own computer: it ignores
 * Cross-Origin-Opener-Policy there, with a warning.
 */
function isPlain({ headers, hostname, protocol }: FastifyRequest): boolean {
  const isEncrypted = protocol === 'https' || String(headers['x-forwarded-proto'] ?? '').includes('https');
  return !isEncrypted && !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Whether a page of another origin makes the browser send a write, as reported by the browser. SameSite keeps the
 * cookie from other sites, but not from another port or subdomain of this one.
 */
function comesFromElsewhere(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const site = headers['sec-fetch-site'];
  return method !== 'GET' && method !== 'HEAD' && isForApi(request) && (site === 'cross-site' || site === 'same-site');
}

/** By the route, too: the router decodes an address, so that `/%61pi/me` leads to the API. */
function isForApi({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/api/') || (routeOptions.url?.startsWith('/api/') ?? false);
}
