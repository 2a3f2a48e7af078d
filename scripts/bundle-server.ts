// Bundles the server and the commands beside it into `.cache/server`, for tests that start many of them: to
// read 2,500 modules costs more processor time than all else in a start.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages that load files of their own from beside their modules: WebAssembly, native code, fonts, threads. */
const external = ['@electric-sql/pglite', '@node-rs/argon2', 'pdfmake', 'pg-native', 'piscina'];

/**
 * Keeps each module's own `import.meta.url`: workers, migrations and the demo lie beside the module that names them,
 * not the bundle.
 */
const ownAddress: Plugin = {
  name: 'own-address',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(root, 'server'))) return;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

await build({
  configFile: false,
  root,
  logLevel: 'error',
  publicDir: false,
  plugins: [ownAddress],
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    outDir: '.cache/server',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: ['main', 'create-admin', 'rotate-secret', 'backup', 'restore', 'migrate'].map(
        (name) => `server/${name}.ts`,
      ),
      output: { entryFileNames: '[name].mjs' },
    },
  },
});
