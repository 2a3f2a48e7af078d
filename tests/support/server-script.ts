import { join } from 'node:path';

/**
 * The file that starts the server or a command beside it: from the bundle that `npm test` makes (scripts/bundle-server.ts),
 * where there is one, and else as it stands in the tree.
 */
export function serverScript(name: 'main' | 'create-admin' | 'rotate-secret' | 'backup' | 'restore'): string {
  const bundle = process.env.TEST_SERVER_BUNDLE;
  return bundle ? join(bundle, `${name}.mjs`) : `server/${name}.ts`;
}
