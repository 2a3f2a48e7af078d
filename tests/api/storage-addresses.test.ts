import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Attachment } from '#contract/protocols/attachment.ts';
import { attachmentForm } from '#tests/support/call-examples.ts';
import { startObjectStorage } from './support/object-storage.ts';
import { makeRecording } from './support/recording.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

/* Where browsers reach the object storage, recordings and files come from there and not through the server. */

let objects: Awaited<ReturnType<typeof startObjectStorage>>;
let app: VideoApp;
/** Another host name of the storage than the one that the server uses: a signature covers the host. */
let publicUrl: string;
beforeAll(async () => {
  objects = await startObjectStorage();
  publicUrl = `http://localhost:${/127\.0\.0\.1:(\d+)/.exec(objects.url)?.[1]}`;
  app = await VideoApp.start('postgres', { config: { storageUrl: objects.url, storagePublicUrl: publicUrl } });
});
afterAll(async () => {
  await app.close();
  await objects.close();
});

const recording = makeRecording('mp4', 1);

async function recorded() {
  const id = await app.addProtocol();
  await new Upload(app.server, id, recording, 64 * 1024).sendAll();
  const { video } = await app.reach(id, 'video_uploaded');
  return { id, address: `${app.server.url}${video?.original_url}` };
}

const ask = (address: string, init?: RequestInit) => fetch(address, { redirect: 'manual', ...init });

test('a recording is read from the storage, whole and in parts, under a signed address', async () => {
  const { address } = await recorded();
  const led = await ask(address);
  const location = led.headers.get('location') ?? '';
  expect([led.status, new URL(location).origin]).toEqual([302, publicUrl]);
  expect(led.headers.get('content-security-policy')).toContain(`media-src 'self' blob: ${publicUrl}`);
  const whole = await fetch(location);
  expect(Buffer.from(await whole.arrayBuffer()).equals(recording)).toBe(true);
  expect(whole.headers.get('content-type')).toBe('video/mp4');
  expect(whole.headers.get('content-disposition')).toMatch(/^inline; /);
  const part = await fetch(address, { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  expect((await fetch(location.replace('original', 'playable.mp4'))).status).toBe(403);
});

test('the server itself answers HEAD, a forged signature and a missing file, without a redirect', async () => {
  const { address } = await recorded();
  const head = await ask(address, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(recording.length)]);
  const forged = await ask(address.replace(/signature=..../, 'signature=AAAA'));
  expect([forged.status, forged.headers.get('location')]).toEqual([403, null]);
  objects.objects.clear();
  const gone = await ask(address);
  expect(gone.status).toBe(404);
  expect(gone.headers.get('cache-control')).toBe('no-store');
});

test('a file of a protocol is downloaded from the storage as an attachment', async () => {
  const id = await app.addProtocol();
  const sent = await fetch(`${app.server.url}/api/protocols/${id}/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.server.token}` },
    body: attachmentForm(),
  });
  const { url }: Attachment = (await sent.json()).data;
  const led = await ask(`${app.server.url}${url}`);
  expect([led.status, led.headers.get('location')?.startsWith(publicUrl)]).toEqual([302, true]);
  const file = await fetch(led.headers.get('location') ?? '');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; /);
});
