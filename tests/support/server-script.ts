import { join } from 'node:path';

/**
 * Returns the file that starts the server or one of its commands: from the bundle made by `npm test`
 * (scripts/bundle-server.ts), where there is one, and else from the source tree.
 */
export function serverScript(name: 'main' | 'create-admin' | 'rotate-secret' | 'backup' | 'restore'): string {
  const bundle = process.env.TEST_SERVER_BUNDLE;
  return bundle ? join(bundle, `${name}.mjs`) : `server/${name}.ts`;
}
