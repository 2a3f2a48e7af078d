import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import statics, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#server/platform/problem/index.ts';
import { type AllowedMethods, isOf } from './allowed-methods.ts';
import { sendError, toProblem } from './errors.ts';

const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

// Browsers evaluate these headers on documents only. Scripts keep their CSP: a script may be that of a worker.
const forPagesOnly = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

const notBuilt = `<!doctype html><html lang="ru"><meta charset="utf-8"><title>Протокол</title>
<h1>Приложение ещё не собрано</h1>
<p>Сервер работает, но папки <code>dist</code> нет. Выполните <code>npm run build</code> и запустите сервер снова.</p></html>`;

/**
 * Serves the built app beside the API: hashed files as immutable, all others with revalidation, precompressed files
 * where the build made them, and the app's page at every address that a browser opens. Any other address is refused,
 * one of the API with its methods if it has others.
 */
export async function registerWebClient(
  app: FastifyInstance,
  folder: string,
  allowedMethods: AllowedMethods,
): Promise<void> {
  const isBuilt = () => existsSync(join(folder, 'index.html'));
  const served = isBuilt();
  if (served) {
    const options: FastifyStaticOptions = {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      index: false,
      redirect: false,
      setHeaders(reply, path) {
        const hashed = relative(folder, path).startsWith(`assets${sep}`);
        reply.header('cache-control', hashed ? immutable : revalidate);
        if (!hashed) return;
        for (const name of forPagesOnly) reply.removeHeader(name);
        if (!/\.js(\.br|\.gz)?$/.test(path)) reply.removeHeader('content-security-policy');
      },
    };
    // Registers the files that exist at start; any other path goes straight to the handler below.
    await app.register(statics, { ...options, wildcard: false, globIgnore: ['assets/**', '*.{br,gz}'] });
    // With a wildcard: a newer build that replaces this one brings other files, for which a new page already asks.
    const assets = { root: join(folder, 'assets'), prefix: '/assets/', decorateReply: false };
    await app.register(statics, { ...options, ...assets });
  }
  // Checked on each request: while a new build replaces the old one, the page is missing.
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    if (served && isBuilt()) {
      const parts = preloadLinks(folder, request.url);
      return (parts ? reply.header('link', parts) : reply).code(200).sendFile('index.html');
    }
    return reply.code(503).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(notBuilt);
  };
  app.get('/', { schema: { hide: true } as object }, sendPage);
  app.setNotFoundHandler((request, reply) => {
    if (opensPage(request)) return sendPage(request, reply);
    const methods = allowedMethods(request.url);
    if (methods.length === 0) return sendError(new Problem('not_found', 'Такого адреса нет'), request, reply);
    return sendError(toProblem({ statusCode: 405 }), request, reply.header('allow', methods.join(', ')));
  });
}

/** Returns the `Link` header for an address, so that what its screen needs loads in parallel with the entry. */
function preloadLinks(folder: string, url: string): string | undefined {
  const [path = ''] = url.split('?');
  const file = join(folder, 'page-parts.json');
  if (!/^\/main(\/|$)/.test(path) || !existsSync(file)) return undefined;
  const byRoute = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const route = Object.keys(byRoute).find((each) => isOf(each, path)) ?? '/main';
  return byRoute[route];
}

/**
 * Whether a request opens a page: API calls and missing files of the app are not answered with one. A browser says so
 * in its headers; for a program that accepts anything, such as a monitor or a link preview, the path decides: a file
 * has an extension.
 */
function opensPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const isPage = !/^\/(api|assets|\.well-known)(\/|\?|$)/.test(request.url);
  const accepted = request.headers.accept ?? '*/*';
  const isFile = request.url.split('?', 1)[0]?.split('/').at(-1)?.includes('.') ?? false;
  return reads && isPage && (accepted.includes('text/html') || (accepted.includes('*/*') && !isFile));
}
