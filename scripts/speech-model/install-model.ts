import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type ModelFolder, readModelFolder } from '#server/modules/recordings/index.ts';
import { type Fetching, fetchFile, isWhole, ModelProblem } from './fetch-file.ts';
import type { PublishedModel } from './recommended.ts';

/** File beside a model whose origin is known; the server reports its content. */
const factsFile = 'model.json';

export type Progress = (words: string) => void;

/**
 * Downloads a published model into a folder, which then holds all of it, or nothing while something is missing. What an
 * interrupted download received is kept beside it.
 */
export async function getModel(
  model: PublishedModel,
  to: string,
  tell: Progress,
  pausesMs: Fetching['pausesMs'] = [1_000, 5_000, 20_000],
): Promise<void> {
  if (await isComplete(model, to)) return tell(`Модель ${model.name} уже есть, файлы целы.`);
  const growing = `${to}.part`;
  await mkdir(growing, { recursive: true });
  const total = model.files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  let shownPercent = -1;
  for (const file of model.files) {
    const onBytes = (bytes: number) => {
      const percent = Math.floor(((before + bytes) / total) * 100);
      if (percent < shownPercent + 5) return;
      shownPercent = percent;
      tell(`${percent} % из ${megabytes(total)}`);
    };
    await fetchFile(file, growing, { onBytes, pausesMs });
    before += file.bytes;
  }
  await writeFacts(model, growing);
  await replace(growing, to);
}

/**
 * Installs a model from a folder. If it is the published one, it must match byte for byte.
 * @param tryOut makes it recognise something before it replaces another; throws if that fails
 */
export async function takeModel(
  from: string,
  to: string,
  model: PublishedModel,
  { tell, tryOut }: { tell: Progress; tryOut: (folder: string) => Promise<void> },
): Promise<void> {
  const found = await readModelFolder(from);
  const isPublished = await checkPublished(model, found, tell);
  const growing = `${to}.taken`;
  await rm(growing, { recursive: true, force: true });
  await mkdir(growing, { recursive: true });
  try {
    for (const path of [...Object.values(found.files), ...(await licencesIn(from))]) {
      await copyFile(path, join(growing, basename(path)));
    }
    await writeFacts(isPublished ? model : await factsOf(found), growing);
    await tryOut(growing);
    await replace(growing, to);
  } finally {
    await rm(growing, { recursive: true, force: true });
  }
}

async function checkPublished(model: PublishedModel, found: ModelFolder, tell: Progress): Promise<boolean> {
  const names = new Set(Object.values(found.files).map((path) => basename(path)));
  const claimed = model.files.filter(({ name }) => names.has(name));
  const damaged: string[] = [];
  for (const file of claimed) if (!(await isWhole(join(found.folder, file.name), file))) damaged.push(file.name);
  // Another model may have files of the same names.
  if (claimed.length < model.files.length || damaged.length === claimed.length) {
    tell('Это не рекомендованная модель: проверить её SHA-256 не по чему.');
    return false;
  }
  if (damaged.length > 0) {
    throw new ModelProblem(
      `В папке ${model.name}, но не целая: ${damaged.join(', ')}. Скопируйте эти файлы ещё раз. Ничего не изменено.`,
    );
  }
  tell(`Это ${model.name}, файлы целы.`);
  return true;
}

async function isComplete(model: PublishedModel, folder: string): Promise<boolean> {
  for (const file of model.files) if (!(await isWhole(join(folder, file.name), file))) return false;
  return true;
}

type Facts = Pick<PublishedModel, 'name'> & {
  licence?: string | undefined;
  files: readonly Pick<PublishedModel['files'][number], 'name' | 'bytes'>[];
};

/** Returns the facts of a model of unknown origin: with the sizes, an incomplete copy is still noticed later. */
async function factsOf({ name, licence, files }: ModelFolder): Promise<Facts> {
  const sizes = Object.values(files).map(async (path) => ({ name: basename(path), bytes: (await stat(path)).size }));
  return { name, licence, files: await Promise.all(sizes) };
}

function writeFacts({ name, licence, files }: Facts, folder: string): Promise<void> {
  const sizes = Object.fromEntries(files.map((file) => [file.name, file.bytes]));
  return writeFile(join(folder, factsFile), `${JSON.stringify({ name, licence, files: sizes }, null, 2)}\n`);
}

async function licencesIn(folder: string): Promise<string[]> {
  const names = ['LICENSE', 'LICENSE.txt', 'LICENSE.md', 'LICENCE'];
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return names.filter((_, place) => found[place]?.isFile()).map((name) => join(folder, name));
}

/** Puts a whole folder in the place of another in two renames; the other is removed last. */
async function replace(made: string, place: string): Promise<void> {
  const old = `${place}.old`;
  await rm(old, { recursive: true, force: true });
  await mkdir(dirname(place), { recursive: true });
  await rename(place, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(made, place);
  await rm(old, { recursive: true, force: true });
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} МБ`;
}
