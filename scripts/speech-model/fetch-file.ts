import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { PublishedFile } from './recommended.ts';

/** A reason in Russian for the person at the terminal. */
export class ModelProblem extends Error {}

export type Fetching = {
  /** Told now and then with the bytes that are there. */
  onBytes: (bytes: number) => void;
  /** Pauses before each further attempt. */
  pausesMs: readonly number[];
};

/**
 * Downloads a file into a folder, resuming an interrupted attempt; it gets its name only once its SHA-256 is correct.
 * @throws ModelProblem
 */
export async function fetchFile(file: PublishedFile, folder: string, { onBytes, pausesMs }: Fetching): Promise<void> {
  const path = join(folder, file.name);
  if (await isWhole(path, file)) return;
  const part = `${path}.part`;
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      await fetchRest(file, part, onBytes);
      break;
    } catch (error) {
      if (error instanceof ModelProblem || pauseMs === undefined) throw explained(file, error);
      await pause(pauseMs);
    }
  }
  if (!(await isWhole(part, file))) {
    await rm(part);
    throw new ModelProblem(
      `Файл ${file.name} пришёл не тем, который опубликован: его SHA-256 другой. Он не взят. Попробуйте ещё раз, а если повторится, проверьте прокси и антивирус.`,
    );
  }
  await rename(part, path);
}

/** Whether a file is this one, byte for byte. */
export async function isWhole(path: string, { bytes, sha256 }: PublishedFile): Promise<boolean> {
  if ((await sizeOf(path)) !== bytes) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') === sha256;
}

async function fetchRest(
  { url, bytes, name }: PublishedFile,
  part: string,
  onBytes: Fetching['onBytes'],
): Promise<void> {
  let have = await sizeOf(part);
  // Longer than the published file: something else was written there.
  if (have > bytes) {
    await rm(part);
    have = 0;
  }
  if (have === bytes) return;
  const reply = await fetch(url, { headers: have > 0 ? { range: `bytes=${have}-` } : {} });
  if (reply.status >= 400 && reply.status < 500 && reply.status !== 416) {
    throw new ModelProblem(`Файла ${name} больше нет по адресу ${url} (код ${reply.status}).`);
  }
  if (!reply.ok || !reply.body) throw new Error(`код ${reply.status}`);
  // A server without ranges sends the file from the start.
  if (reply.status !== 206) have = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      have += chunk.length;
      if (have > bytes) throw new ModelProblem(`Файл ${name} длиннее опубликованного. Он не взят.`);
      onBytes(have);
      yield chunk;
    }
  };
  const flags = reply.status === 206 ? 'a' : 'w';
  await pipeline(Readable.fromWeb(reply.body as never), counted, createWriteStream(part, { flags }));
  if (have < bytes) throw new Error('связь прервалась');
}

function explained({ name, url }: PublishedFile, error: unknown): Error {
  if (error instanceof ModelProblem) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC')
    return new ModelProblem('На диске нет места для модели. Скачанное сохранено: освободите место и повторите.');
  const cause = error instanceof Error ? (error.cause as Error | undefined)?.message || error.message : String(error);
  return new ModelProblem(
    `Файл ${name} не скачан (${cause}). Скачанное сохранено: повторите ту же команду, и она продолжит. Если на этой машине нет интернета, скачайте файлы модели на другой, принесите папку и наберите npm run speech:model -- --from ПАПКА. Адрес: ${url}`,
    { cause: error },
  );
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
