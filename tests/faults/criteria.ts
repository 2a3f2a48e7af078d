import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { getJson } from '#tests/support/api-client.ts';
import type { Cell } from './cell.ts';
import type { CellRun } from './cell-run.ts';
import { sha256Of } from './recording.ts';
import { limitMs } from './timing.ts';
import { heldAt, readWire, type Wire } from './wire.ts';

const slots = 3;

/** Toasts about the connection, which alternate: with waits ÷ 20 a busy machine alone may look like an outage. */
const ofTheLine = /^(Вы офлайн|Подключение восстановлено)/;

/** Checks the criteria of every cell. Resolves with those that are broken, in words. */
export async function brokenCriteria(run: CellRun, outcome: Cell['outcome'] = 'arrives'): Promise<string[]> {
  const wire = readWire(run.proxy.exchanges, run.protocolId);
  const arrived = outcome === 'arrives';
  return [
    ...(arrived ? await checkServer(run) : await checkNothingIsThere(run)),
    ...(arrived ? checkBytes(run, wire) : []),
    ...checkShown(run, wire),
    ...checkToasts(run),
    ...(await checkDevice(run)),
  ];
}

/** Checks that the server has the source file exactly once, and that one job processed it. */
async function checkServer({ stand, protocolId }: CellRun): Promise<string[]> {
  const { server, token, recording, folder } = stand;
  const path = `/protocols/${protocolId}/upload-chunks`;
  const { data } = await getJson<{ data: { upload_id: string; sha256?: string } }>(server.url, token, path);
  const originals = await finalObjects(join(folder, 'data'), recording.size);
  const [only = ''] = originals;
  const onDisk = originals.length === 1 ? await sha256Of(only) : undefined;
  const probes = await stand.probes(data.upload_id);
  return failures(
    [data.sha256 === recording.sha256, `the server says sha256 ${data.sha256}, the source has ${recording.sha256}`],
    [originals.length === 1, `final objects in the storage: ${originals.length}`],
    [onDisk === recording.sha256, `the object in the storage has sha256 ${onDisk}`],
    [!existsSync(join(folder, 'data', 'uploads', `${data.upload_id}.part`)), 'the part file is still there'],
    [probes === 1, `jobs that processed the recording: ${probes}`],
  );
}

async function checkNothingIsThere({ stand }: CellRun): Promise<string[]> {
  const { length } = await finalObjects(join(stand.folder, 'data'), stand.recording.size);
  return failures([length === 0, `final objects in the storage: ${length}`]);
}

/** Expects new bytes within 5 s after the connection is restored. */
export function expectNewBytes(run: CellRun): void {
  const { proxy, protocolId, givenBackAt } = run;
  const came = proxy.exchanges.find((it) => it.protocolId === protocolId && (it.firstByteAt ?? 0) >= givenBackAt);
  const took = (came?.firstByteAt ?? Number.POSITIVE_INFINITY) - givenBackAt;
  run.figures['new bytes after'] = `${took} ms`;
  expect(took, 'milliseconds from the return of the connection to new bytes').toBeLessThanOrEqual(limitMs(5));
}

/** Returns the files of the recording's length in the storage; those of a cell are deleted at its end. */
export async function finalObjects(dataDir: string, size: number): Promise<string[]> {
  const videos = join(dataDir, 'files', 'videos');
  if (!existsSync(videos)) return [];
  const entries = await readdir(videos, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  return sizes.filter((one) => one.size === size).map(({ file }) => file);
}

function checkBytes(run: CellRun, wire: Wire): string[] {
  const { recording, faults, figures } = run;
  const again = wire.bytes - recording.size;
  figures['sent again'] = `${(again / chunkBytes).toFixed(2)} chunks`;
  const allowed = slots * chunkBytes * faults;
  return failures([again >= 0 && again <= allowed, `bytes sent again: ${again} of ${allowed} for ${faults} faults`]);
}

/** Checks that the page showed only chunks as acknowledged that the server had acknowledged before. */
function checkShown({ record, recording }: CellRun, wire: Wire): string[] {
  return record.shown
    .filter(({ what }) => what === 'upload')
    .map((entry) => ({ ...entry, claimed: claimedIn(entry.text, recording.chunks) }))
    .filter(({ claimed, at }) => claimed > heldAt(wire, at))
    .map(
      ({ text, claimed, at }) => `the page shows ${claimed} chunks where the server has ${heldAt(wire, at)}: «${text}»`,
    );
}

function claimedIn(text: string, chunks: number): number {
  if (/Всё отправлено|Загружено/.test(text)) return chunks;
  return Number(/часть (\d+) из/.exec(text)?.[1] ?? 1) - 1;
}

/** Checks the toasts of each document: those about the connection alternate, any other comes once. */
function checkToasts({ record: { toasts } }: CellRun): string[] {
  const documents = Map.groupBy(toasts, ({ document }) => document);
  const doubled = [...documents.values()].flatMap((told) => {
    const ofLine = told.map(({ text }) => text).filter((text) => ofTheLine.test(text));
    return ofLine.filter((text, at) => text === ofLine[at - 1]);
  });
  const others = toasts.map(({ text }) => text).filter((text) => !ofTheLine.test(text));
  const repeated = others.filter((toast, at) => others.indexOf(toast) < at);
  return [...doubled, ...repeated].map((toast) => `«${toast}» was told twice for one transition`);
}

async function checkDevice(run: CellRun): Promise<string[]> {
  const { chunks } = await run.kept();
  return failures([chunks === 0, `chunks left on the device: ${chunks}`]);
}

function failures(...checks: [boolean, string][]): string[] {
  return checks.filter(([holds]) => !holds).map(([, words]) => words);
}
