import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readModelFolder } from '#server/modules/recordings/index.ts';
import { until } from '#tests/support/processes.ts';
import { writeTinyModel } from '#tests/support/speech-model/tiny-model.ts';
import { getModel, takeModel } from './install-model.ts';
import type { PublishedModel } from './recommended.ts';

let folder: string;
let published: string;
let model: PublishedModel;
let server: Server;
let asked: [path: string, range: string | undefined][];
let answer: (bytes: Buffer, request: IncomingMessage, reply: ServerResponse) => void;
const told: string[] = [];
/** Does not load the model: that is tested elsewhere. */
const tryOut = async (place: string) => void (await readModelFolder(place));
const tell = (words: string) => void told.push(words);

/** Answers like any server with ranges. */
const whole: typeof answer = (bytes, { headers: { range } }, reply) => {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  reply.writeHead(range ? 206 : 200).end(bytes.subarray(from));
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-get-model-'));
  published = await writeTinyModel(join(folder, 'published'));
  [asked, answer, told.length] = [[], whole, 0];
  server = createServer(async (request, reply) => {
    asked.push([request.url ?? '', request.headers.range]);
    answer(await readFile(join(published, request.url ?? '')), request, reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const names = ['tokens.txt', 'silero_vad.onnx', 'model.int8.onnx'];
  const files = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(published, name));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
      return { name, url, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
  model = { name: 'Tiny', licence: 'MIT', language: 'русский', files };
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const to = () => join(folder, 'to');
const get = () => getModel(model, to(), tell, [1, 1]);

test('a model is downloaded and checked, with its name and licence; a second run requests nothing', async () => {
  await get();
  expect(await readModelFolder(to())).toMatchObject({ name: 'Tiny', licence: 'MIT', kind: 'nemo-ctc' });
  expect(await readdir(folder)).toEqual(['published', 'to']);
  asked.length = 0;
  await get();
  expect([asked, told.at(-1)]).toEqual([[], 'Модель Tiny уже есть, файлы целы.']);
});

test('an interrupted download continues where it stopped, also in a later run', async () => {
  let breaks = 4;
  const part = join(folder, 'to.part', 'model.int8.onnx.part');
  const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size ?? 0;
  answer = (bytes, request, reply) => {
    if (!request.url?.endsWith('model.int8.onnx') || breaks === 0) return whole(bytes, request, reply);
    breaks -= 1;
    const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
    reply.writeHead(request.headers.range ? 206 : 200).write(bytes.subarray(from, from + 100));
    // Interrupted only once the bytes are on the disk: those in flight may be lost with the connection.
    void until(async () => (await sizeOf(part)) >= from + 100 || undefined, 'the bytes').finally(() => reply.destroy());
  };
  await expect(get()).rejects.toThrow(/model\.int8\.onnx не скачан.*повторите ту же команду/);
  expect(await readdir(folder)).toEqual(['published', 'to.part']);
  await get();
  expect(await readdir(folder)).toEqual(['published', 'to']);
  const ranges = asked.filter(([path]) => path.endsWith('model.int8.onnx')).map(([, range]) => range);
  expect(ranges).toHaveLength(5);
  expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true);
});

test('a file that differs from the published one is rejected', async () => {
  answer = (bytes, request, reply) =>
    whole(request.url === '/silero_vad.onnx' ? Buffer.from(bytes).fill(1, 50, 51) : bytes, request, reply);
  await expect(get()).rejects.toThrow(/silero_vad\.onnx пришёл не тем.*SHA-256/);
  expect(await readdir(folder)).not.toContain('to');
  answer = (bytes, request, reply) => whole(Buffer.concat([bytes, bytes]), request, reply);
  await expect(get()).rejects.toThrow(/длиннее опубликованного/);
});

test('a file that is no longer published is reported with its address, without a retry', async () => {
  answer = (_bytes, _request, reply) => reply.writeHead(404).end();
  await expect(get()).rejects.toThrow(/tokens\.txt больше нет по адресу http.*код 404/);
  expect(asked).toHaveLength(1);
});

test('a server without range requests sends the whole file again', async () => {
  await get();
  const part = join(folder, 'to.part');
  await rm(to(), { recursive: true });
  await writeTinyModel(part);
  await copyFile(join(part, 'model.int8.onnx'), join(part, 'model.int8.onnx.part'));
  await truncate(join(part, 'model.int8.onnx.part'), 100);
  await rm(join(part, 'model.int8.onnx'));
  answer = (bytes, _request, reply) => reply.writeHead(200).end(bytes);
  await get();
  expect((await readModelFolder(to())).name).toBe('Tiny');
});

test('a local model is checked and copied, and replaces what was there', async () => {
  await writeTinyModel(to(), { words: ['▁а', '▁б', '▁в'] });
  await takeModel(published, to(), model, { tell, tryOut });
  expect(told).toEqual(['Это Tiny, файлы целы.']);
  expect(await readModelFolder(to())).toMatchObject({ name: 'Tiny', licence: 'MIT' });
  expect(await readdir(folder)).toEqual(['published', 'to']);
});

test('another model is installed unchecked, a damaged one is rejected', async () => {
  await writeFile(join(published, 'silero_vad.onnx'), 'damaged');
  await expect(takeModel(published, to(), model, { tell, tryOut })).rejects.toThrow(/не целая: silero_vad\.onnx/);
  expect(await readdir(folder)).toEqual(['published']);
  const other = await writeTinyModel(join(folder, 'other'), { kind: 'nemo-transducer' });
  await takeModel(other, to(), model, { tell, tryOut });
  expect(await readModelFolder(to())).toMatchObject({ kind: 'nemo-transducer', name: 'other', licence: 'MIT' });
  expect(told).toEqual(['Это не рекомендованная модель: проверить её SHA-256 не по чему.']);
});

test('a model that does not work does not replace the installed one', async () => {
  await get();
  const fails = async () => Promise.reject(new Error('broken'));
  const other = await writeTinyModel(join(folder, 'other'), { kind: 'nemo-transducer' });
  await expect(takeModel(other, to(), model, { tell, tryOut: fails })).rejects.toThrow('broken');
  expect((await readModelFolder(to())).name).toBe('Tiny');
});
