import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Call, Reply } from '#contract/call.ts';
import { errorBody, pageMeta } from '#contract/envelope.ts';

type RouteSchema = FastifySchema & { summary: string; security?: object[]; consumes?: string[]; description?: string };

/** Describes a call for Fastify's validation and the OpenAPI document. */
export function describeRoute(call: Call): RouteSchema {
  const own = call.extra ? { description: 'Сверх спецификации: по `capabilities` из GET /api/health' } : {};
  return {
    summary: call.summary,
    ...own,
    ...(call.access !== 'public' && { security: [{ bearer: [] }] }),
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    // A body of form data is read, and checked, by its handler.
    ...(call.body && call.form !== 'only' && { body: call.body }),
    ...(call.form && {
      consumes: call.form === 'only' ? ['multipart/form-data'] : ['application/json', 'multipart/form-data'],
    }),
    response: { ...success(call.reply), '4xx': errorBody },
  };
}

function success(reply: Reply): Record<string, unknown> {
  switch (reply.kind) {
    case 'item':
      return { '2xx': z.object({ data: reply.of }) };
    case 'list':
      return { '2xx': z.object({ data: z.array(reply.of) }) };
    case 'page':
      return { '2xx': z.object({ data: z.array(reply.of), meta: pageMeta }) };
    case 'raw':
      return { '2xx': reply.of };
    case 'none':
      return { '204': z.null() };
    case 'file':
      return { '2xx': { description: 'Файл', content: content(reply.types) } };
    case 'stream':
      return { '2xx': { description: 'Поток событий', content: content(['text/event-stream']) } };
  }
}

function content(types: readonly string[]): Record<string, { schema: z.core.$ZodType }> {
  return Object.fromEntries(types.map((type) => [type, { schema: z.string() }]));
}

/** Collects the routes that are registered after it, and serves them as OpenAPI at `/api/docs`. */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Протокол', version, description: 'Встречи и их протоколы' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  });
  app.get('/api/docs', { schema: { hide: true } as FastifySchema }, async () => app.swagger());
}
