import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Opens DOCX files in LibreOffice and returns the results in order: the text with its list numbers, or the printed PDF.
 */
export async function openInOffice(files: readonly Uint8Array[], as: 'txt' | 'pdf'): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'office-'));
  const path = (index: number, ending: string) => join(folder, `${index}.${ending}`);
  try {
    await Promise.all(files.map((file, index) => writeFile(path(index, 'docx'), file)));
    // A separate profile: a second instance would otherwise pass its work to the first.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
    const to = as === 'txt' ? 'txt:Text (encoded):UTF8' : as;
    const flags = [profile, '--headless', '--convert-to', to, '--outdir', folder];
    await run('soffice', [...flags, ...files.map((_, index) => path(index, 'docx'))]).catch(explain);
    return await Promise.all(files.map((_, index) => readFile(path(index, as))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function explain(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ENOENT') throw cause;
  throw new Error('Нет LibreOffice: установите, apt-get install libreoffice-writer-nogui', { cause });
}
