import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { makeRecording } from '#tests/api/support/recording.ts';
import { Upload } from '#tests/api/support/upload.ts';
import { createKeyword, createMeeting, createProtocol, createTask, signIn } from '#tests/support/api-client.ts';
import { until } from '#tests/support/processes.ts';
import { recordedProtocol, unwrittenProtocol } from '#tests/support/recorded-protocol.ts';

export type Things = Awaited<ReturnType<typeof prepareThings>>;

/** Creates the things that the steps below change, on the server beside the demo's own. */
export async function prepareThings(url: string) {
  const token = await signIn(url);
  const call = async (method: string, path: string, body: object) => {
    const isForm = body instanceof FormData;
    const headers = { Authorization: `Bearer ${token}`, ...(isForm ? {} : { 'Content-Type': 'application/json' }) };
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: isForm ? body : JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const question = { id: crypto.randomUUID(), title: 'О дорогах' };
  const conflict = await createProtocol(url, token, 'Совет двоих', { agenda: [question] });
  const work = await createProtocol(url, token, 'Совет о работах', {
    agenda: [{ id: crypto.randomUUID(), title: 'О складе' }],
  });
  for (const title of ['Завезти щебень', 'Вызвать геодезиста', 'Отменить заказ'])
    await createTask(url, token, work, { title });
  const users = await people(url, token);
  for (const person of users.slice(0, 2))
    await call('POST', `/protocols/${work}/members`, { member_id: person.id, kind: 'present' });
  const spoken = await createProtocol(url, token, 'Совет с расшифровкой');
  await new Upload({ url, token }, spoken, makeRecording('mp4', 6)).sendAll();
  await until(async () => (await stageOf(spoken)) === 'video_uploaded' || undefined, 'the recording at the server');
  await attach(spoken, 'Первая запись');
  const { segments } = (await (await get(url, token, `/protocols/${spoken}/transcript`)).json()).data;
  await call('PUT', `/protocols/${spoken}/transcript`, { segments: [{ id: segments[0].id, text: 'Исправлено' }] });
  await attach(spoken, 'Вторая запись');
  const meetings = await Promise.all(
    ['Планёрка', 'Отменяемая встреча'].map((title, index) =>
      createMeeting(url, token, {
        title,
        start_at: `2031-11-1${index}T10:00:00+03:00`,
        end_at: `2031-11-1${index}T11:00:00+03:00`,
      }),
    ),
  );
  for (const name of ['для замены', 'для удаления']) await createKeyword(url, token, name);
  await unwrittenProtocol(url);
  return {
    ...{ token, call, question, conflict, work, spoken, meetings },
    recorded: (await recordedProtocol(url)).id,
    deleted: await createProtocol(url, token, 'Лишний протокол'),
    sent: await createProtocol(url, token, 'Совет с загрузкой'),
    paused: await createProtocol(url, token, 'Совет с паузой'),
    left: await createProtocol(url, token, 'Совет, на котором погас свет'),
  };

  async function stageOf(id: string): Promise<string> {
    return (await (await get(url, token, `/protocols/${id}`)).json()).data.stage;
  }

  async function attach(id: string, words: string): Promise<void> {
    const form = new FormData();
    form.append('_method', 'PUT');
    form.append('subtitles', new Blob([subtitles(words)]), 'запись.vtt');
    await call('POST', `/protocols/${id}/transcript`, form);
  }
}

export function subtitles(words: string): string {
  return `WEBVTT\n\n00:00:01.000 --> 00:00:03.500\n<v Спикер 1>${words}\n\n00:00:04.000 --> 00:00:06.000\n<v Спикер 2>Согласна\n`;
}

async function people(url: string, token: string): Promise<{ id: string }[]> {
  return (await (await get(url, token, '/users?limit=100')).json()).data;
}

function get(url: string, token: string, path: string): Promise<Response> {
  return fetch(`${url}/api${path}`, { headers: { Authorization: `Bearer ${token}` } });
}

/** Makes a short film in a large file, in which every chunk is different and which compresses well. */
export async function makeLargeVideo(folder: string, name: string, chunks: number): Promise<string> {
  const path = join(folder, name);
  await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=5:d=2', '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libx264', '-movflags', '+faststart', path],
  ]);
  const film = await readFile(path);
  const padding = Buffer.alloc(Math.ceil(chunks * chunkBytes) - film.length);
  padding.writeUInt32BE(padding.length, 0);
  padding.write('free', 4, 'latin1');
  for (let at = 8; at + 4 <= padding.length; at += 65_536) padding.writeUInt32BE(at, at);
  await writeFile(path, Buffer.concat([film, padding]));
  return path;
}
