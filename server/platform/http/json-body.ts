import type { FastifyInstance } from 'fastify';
import { Problem } from '#server/platform/problem/index.ts';
import { jsonLimits } from './json-limits.ts';

/** Registers the parser of bodies: JSON only, which may be empty. */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      jsonLimits()(body as string);
    } catch (error) {
      return done(error as Problem, undefined);
    }
    void parseJson(request, body as string, (error, value) => done(error && brokenJson(error), value));
  });
}

function brokenJson(cause: Error): Problem {
  return new Problem('bad_request', 'Тело запроса не является правильным JSON', undefined, { cause });
}
