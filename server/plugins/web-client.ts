import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import statics from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, sendError } from './errors.ts';

const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

const notBuilt = `<!doctype html><html lang="ru"><meta charset="utf-8"><title>Протокол</title>
<h1>Приложение ещё не собрано</h1>
<p>Сервер работает, но папки <code>dist</code> нет. Выполните <code>npm run build</code> и запустите сервер снова.</p></html>`;

/**
 * Serves the built app beside the API: hashed files for good, everything else asked for again, compressed ones where
 * the build left them, and the app itself at every address that a browser opens.
 */
export async function registerWebClient(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  if (built) {
    await app.register(statics, {
      root: folder,
      // Files are known when the server starts; what is none of them goes straight to the handler below.
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
      redirect: false,
      setHeaders(reply, path) {
        const hashed = relative(folder, path).startsWith(`assets${sep}`);
        reply.header('cache-control', hashed ? immutable : revalidate);
      },
    });
  }
  const sendPage = (reply: FastifyReply) =>
    built
      ? reply.code(200).sendFile('index.html')
      : reply.code(503).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(notBuilt);
  app.get('/', { schema: { hide: true } as object }, (_request, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) =>
    opensPage(request)
      ? sendPage(reply)
      : sendError(new ApiError(404, 'not_found', 'Такого адреса нет'), request, reply),
  );
}

function opensPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const ofApi = /^\/api(\/|\?|$)/.test(request.url);
  return reads && !ofApi && (request.headers.accept ?? '').includes('text/html');
}
