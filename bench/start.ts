import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, killGroup, spawnGroup, until } from '#tests/support/processes.ts';
import type { Figure } from './table.ts';

const execute = promisify(execFile);
const firstLimit = 15;
const secondLimit = 4;

/** The app is served only to requests for a page. */
const asPage = { headers: { Accept: 'text/html' } };

/** Times `npm start` in a fresh clone that has its packages: build, database and demo data included; then once more. */
export async function measureStart(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-clone-'));
  try {
    await execute('git', ['clone', '--quiet', '--depth', '1', `file://${process.cwd()}`, folder]);
    await execute('cp', ['-al', join(process.cwd(), 'node_modules'), join(folder, 'node_modules')]);
    const first = await timeStart(folder);
    const second = await timeStart(folder);
    return [
      figure('первый npm start, пакеты установлены', first, firstLimit, 'сборка, база, демоданные'),
      figure('второй npm start', second, secondLimit, `первый ${first.toFixed(1)} с`),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figure(what: string, seconds: number, limit: number, reference: string): Figure {
  return { what, measured: `${seconds.toFixed(1)} с`, reference, target: `≤ ${limit} с`, holds: seconds <= limit };
}

/** Seconds from the command to the first answer of the running product. */
async function timeStart(folder: string): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawnGroup('npm', ['--prefix', folder, 'start'], { PORT: String(port), NODE_ENV: undefined });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      output += text;
    });
  }
  try {
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`npm start ended: ${output}`);
        const answer = await fetch(`http://127.0.0.1:${port}/login`, asPage).catch(() => undefined);
        return answer?.ok ? true : undefined;
      },
      'npm start',
      120_000,
    );
    return (performance.now() - started) / 1000;
  } catch (cause) {
    throw new Error(`npm start said: ${output}`, { cause });
  } finally {
    await killGroup(child, 'SIGTERM');
  }
}
