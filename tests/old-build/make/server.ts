// `node scripts/run.mjs tests/old-build/make/server.ts <tree>`: the server of another commit as one archive, which runs with the
// packages of this one.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { packFolder } from '../archive.ts';

const tree = resolve(process.argv[2] ?? '');

/** Packages with files of their own, which are not bundled. */
const external = ['@electric-sql/pglite', '@node-rs/argon2', 'pdfmake', 'pg-native', 'piscina', 'sherpa-onnx-node'];

/** Keeps modules finding files relative to their original place in the tree, although the bundle is in its `server`. */
const ownAddress: Plugin = {
  name: 'own-address',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(tree, 'server'))) return;
    const address = `new URL(${JSON.stringify(join('..', relative(tree, id)))}, import.meta.url).href`;
    return code.replaceAll('import.meta.url', address);
  },
};

const folder = await mkdtemp(join(tmpdir(), 'protokol-server-'));
try {
  await build({
    configFile: false,
    root: tree,
    logLevel: 'error',
    publicDir: false,
    plugins: [ownAddress],
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      minify: true,
      rolldownOptions: {
        input: 'server/main.ts',
        output: { entryFileNames: 'server/main.ts', chunkFileNames: 'server/[hash].mjs' },
      },
    },
  });
  const migrations = 'server/platform/db/migrations';
  await mkdir(join(folder, migrations, 'meta'), { recursive: true });
  const isNeeded = (source: string) => !source.includes('_snapshot');
  await cp(join(tree, migrations), join(folder, migrations), { recursive: true, filter: isNeeded });
  await cp(join(tree, 'package.json'), join(folder, 'package.json'));
  await writeFile(join(import.meta.dirname, '../files/earlier-server.tar.zst'), await packFolder(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}
