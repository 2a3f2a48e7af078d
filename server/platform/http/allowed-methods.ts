import type { FastifyInstance } from 'fastify';

/** Returns the methods of an address of the API, sorted; none for an unknown address. */
export type AllowedMethods = (url: string) => string[];

/** Collects the methods of every route that is registered from now on. */
export function collectMethods(app: FastifyInstance): AllowedMethods {
  const routes: { url: string; methods: string[] }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url.startsWith('/api/')) routes.push({ url, methods: [method].flat() });
  });
  return (asked) => {
    const [path = ''] = asked.split('?');
    const methods = routes.filter(({ url }) => isOf(url, path)).flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  };
}

/** Whether an address is one of a route, in which `:name` stands for any part. */
export function isOf(route: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = route.split('/');
  return parts.length === wanted.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at]);
}
