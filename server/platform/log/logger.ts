import type { FastifyServerOptions } from 'fastify';
import { safeError } from './error-text.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Options for a log in lines of JSON, without tokens, cookies, passwords, or the query of a signed address. */
export const loggerOptions = (level: LogLevel): FastifyServerOptions['logger'] => ({
  level,
  redact: {
    paths: ['req.headers', '*.password', '*.token', '*.authorization', '*.cookie'],
    remove: true,
  },
  serializers: {
    err: (error) => ({ ...safeError(error) }),
    req: ({ method, url }) => ({ method, url: url?.split('?')[0]?.replace(/(\/change-password\/|\/s\/).+/, '$1…') }),
  },
});
