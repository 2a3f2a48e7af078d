import type { FastifyServerOptions } from 'fastify';

/** What is logged: warnings and errors, without tokens, cookies, passwords, or the query of a signed address. */
export const loggerOptions: FastifyServerOptions['logger'] = {
  level: 'warn',
  redact: {
    paths: [
      'req.headers',
      '*.password',
      '*.token',
      '*.authorization',
      '*.cookie',
      'err.params',
      'err.query',
      'err.parameters',
      'err.cause.detail',
    ],
    remove: true,
  },
  serializers: {
    req: ({ method, url }) => ({ method, url: url?.split('?')[0]?.replace(/(\/change-password\/).+/, '$1…') }),
  },
};
