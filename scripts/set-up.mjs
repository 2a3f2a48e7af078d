// What `npm start` and `npm test` prepare first. Works on Node 20 with nothing installed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePath, root, run } from './node-runtime.mjs';

const inRoot = (...parts) => join(root, ...parts);

/** Installs the packages of the lock file unless these versions are there already. */
export async function ensurePackages() {
  if (packagesMatchLock()) return;
  console.log('Устанавливаются пакеты…');
  const npm = process.env.npm_execpath;
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = npm
    ? await run(process.execPath, [npm, ...flags])
    : await run('npm', flags, { shell: process.platform === 'win32' });
  if (code !== 0) throw new Error('Пакеты не установились: причина выше.');
}

/** npm leaves a record of what it installed, as the last thing it does. */
function packagesMatchLock() {
  const record = readIfThere(inRoot('node_modules', '.package-lock.json'));
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([place, entry]) => place === '' || entry.optional || installed[place]?.version === entry.version,
  );
}

/** Builds the PWA into dist/ unless it was built from exactly these sources. */
export const ensureClient = () => ensureBuild({ folder: 'dist', stamp: 'client-build', env: {} });

/** Builds the PWA whose waits are 20 times shorter: what the fault matrix is run on, and nothing else. */
export const ensureHastyClient = () =>
  ensureBuild({
    folder: join('.cache', 'hasty-client'),
    stamp: 'hasty-client-build',
    env: { TIMERS_DIVIDED_BY: '20' },
  });

async function ensureBuild({ folder, stamp: name, env }) {
  const stamp = inRoot('.cache', name);
  const sources = [
    'index.html',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
    join('scripts', 'licences.ts'),
    join('scripts', 'joined-icons.ts'),
    join('scripts', 'precompress.ts'),
    join('scripts', 'page-parts.ts'),
    join('scripts', 'compiled-at-once.ts'),
    join('scripts', 'style-scale.ts'),
    ...filesBelow('src'),
    ...filesBelow('contract'),
    ...filesBelow('public'),
  ];
  const wanted = hashOf(sources.map((file) => inRoot(file)));
  if (readIfThere(stamp) === wanted && existsSync(inRoot(folder, 'index.html'))) return;
  console.log('Собирается приложение…');
  const build = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'];
  const code = await run(nodePath(), build, { env: { ...process.env, ...env } });
  if (code !== 0) throw new Error('Приложение не собралось: причина выше.');
  mkdirSync(inRoot('.cache'), { recursive: true });
  writeFileSync(stamp, wanted);
}

function filesBelow(folder) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
