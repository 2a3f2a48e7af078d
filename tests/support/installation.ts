import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Attribute of the root element that marks a page of the next version. */
export const nextVersion = { attribute: 'data-version', value: 'next' };

/** Copies the built server and client into a folder, where they can be run and replaced. */
export async function install(folder: string): Promise<void> {
  await copyInto(folder, ['server', 'contract', 'package.json', 'dist']);
}

/** Replaces the client of an installation like a deployment: the old files are deleted before the new ones exist. */
export async function deployClient(folder: string, built: string): Promise<void> {
  await rm(join(folder, 'dist'), { recursive: true });
  await cp(built, join(folder, 'dist'), { recursive: true });
}

/**
 * Builds the next version of the client from these sources: it says which version it is, and its queue's database has
 * one more store. Resolves with the folder of the build.
 */
export async function buildNextVersion(folder: string): Promise<string> {
  await copyInto(folder, ['src', 'contract', 'public', 'index.html', 'scripts', 'vite.config.ts', 'package.json']);
  const { attribute, value } = nextVersion;
  await edit(join(folder, 'src/main.tsx'), (text) =>
    text.concat(`\ndocument.documentElement.setAttribute('${attribute}', '${value}');\n`),
  );
  await edit(join(folder, 'src/sync/store/store-schema.ts'), (text) =>
    text
      .replace(/(databaseVersion = )(\d+)/, (_, name, version) => `${name}${Number(version) + 1}`)
      .replace(/from: number\): void \{/, '$& if (from < databaseVersion) database.createObjectStore("next");'),
  );
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await run(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: folder });
  return join(folder, 'dist');
}

async function copyInto(folder: string, parts: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(parts.map((part) => cp(join(root, part), join(folder, part), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${path} is not as expected: the next version would be this one`);
  await writeFile(path, changed);
}
