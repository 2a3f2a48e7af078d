import type { FastifyServerOptions } from 'fastify';
import { safeError } from './error-text.ts';

/** What is logged: warnings and errors, without tokens, cookies, passwords, or the query of a signed address. */
export const loggerOptions: FastifyServerOptions['logger'] = {
  level: 'warn',
  redact: {
    paths: ['req.headers', '*.password', '*.token', '*.authorization', '*.cookie'],
    remove: true,
  },
  serializers: {
    err: (error) => ({ ...safeError(error) }),
    req: ({ method, url }) => ({ method, url: url?.split('?')[0]?.replace(/(\/change-password\/|\/s\/).+/, '$1…') }),
  },
};
