import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oldAnswers, unpackServer } from '#tests/old-build/old-build.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { longTest } from '#tests/support/long-test.ts';
import { ServerProcess } from '#tests/support/server-process.ts';

let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-old-build-'));
  await unpackServer(join(folder, 'data'));
  server = await ServerProcess.start(join(folder, 'data'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

longTest('data of an older build is served with the answers that build gave', async () => {
  const kept = Object.entries(await oldAnswers());
  const tokens = new Map<string, string>();
  for (const [asked, answer] of kept) {
    const [who = '', path = ''] = asked.split(' ');
    const token = tokens.get(who) ?? (await signIn(server.url, { email: `${who}@example.ru`, password: 'protokol' }));
    tokens.set(who, token);
    // Fields may have been added since; none may be missing, or have another value.
    expect([asked, lasting(await getJson(server.url, token, path))]).toMatchObject([asked, lasting(answer)]);
  }
  expect(kept.length).toBeGreaterThan(100);
});

test('the old recording is served in full size', async () => {
  const token = await signIn(server.url);
  const read = <T>(path: string) => getJson<{ data: T }>(server.url, token, path).then(({ data }) => data);
  const [recorded] = await read<{ id: string }[]>('/protocols?stage=success_video_process');
  const { video } = await read<{ video: { url: string; size: number } }>(`/protocols/${recorded?.id}`);
  const file = await fetch(new URL(video.url, server.url));
  expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, video.size]);
});

/**
 * Returns the answer without the signatures of addresses, the state of a chunk before the server was stopped, and the
 * documents that are made beside the calls.
 */
function lasting<T>(answer: T): T {
  return JSON.parse(JSON.stringify(answer), (name, value) => {
    if (name === 'partial' || name === 'pdf_sha256' || name === 'docx_sha256') return null;
    return /url$/i.test(name) && typeof value === 'string' ? new URL(value, server.url).pathname : value;
  });
}
