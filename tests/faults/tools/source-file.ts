import { randomBytes } from 'node:crypto';
import { open, utimes } from 'node:fs/promises';
import { chunkBytes } from '#contract/recordings/upload.ts';
import type { CellRun } from '../cell-run.ts';

/** Copies the recording for a test that edits or deletes it while it is being sent. Resolves with its path. */
export async function copySource(run: CellRun): Promise<string> {
  const path = await run.copyRecording();
  // A browser knows a changed file by its time, in whole seconds.
  const past = new Date(Date.now() - 3_600_000);
  await utimes(path, past, past);
  return path;
}

/** Changes bytes in every chunk of a file; its size stays. */
export async function editSource(path: string, chunks: number): Promise<void> {
  const file = await open(path, 'r+');
  for (let index = 0; index < chunks; index++) await file.write(randomBytes(64), 0, 64, index * chunkBytes + 64);
  await file.close();
}
