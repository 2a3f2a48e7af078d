import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { Upload } from '#tests/api/support/upload.ts';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { until } from '#tests/support/processes.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { type Figure, median } from './table.ts';

const execute = promisify(execFile);
const minutes = 10;
const rounds = 3;
const limit = 5;
/** What the client waits between the last chunk and the call that begins the processing (spec.md). */
const pauseMs = 3_000;

/**
 * Times a 10-minute 720p recording from the answer to its last chunk until it can be watched, including the client's
 * pause.
 */
export async function measureReady(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  try {
    const path = await makeLongRecording(folder);
    const file = await readFile(path);
    const token = await signIn(server.url);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timeUntilReady(server.url, token, file));
    const copy = await timeCopy(path, join(folder, 'copy.mp4'));
    const seconds = median(times);
    return [
      {
        what: `запись ${minutes} мин, 720p, ${Math.round(file.length / 1024 ** 2)} МБ: от последней части до просмотра, медиана из ${rounds}`,
        measured: `${seconds.toFixed(1)} с (худшее ${Math.max(...times).toFixed(1)})`,
        reference: `пауза клиента ${pauseMs / 1000} с и ffmpeg -c copy ${copy.toFixed(1)} с`,
        target: `≤ ${limit} с`,
        holds: seconds <= limit,
      },
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** H.264 and AAC with the index at the end, as a camera leaves it, at about 2 Mbit/s. */
async function makeLongRecording(folder: string): Promise<string> {
  const [part, whole] = [join(folder, 'part.mp4'), join(folder, 'whole.mp4')];
  const seconds = 20;
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25'];
  const noise = ['-f', 'lavfi', '-i', 'anoisesrc=amplitude=0.1'];
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '2M', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await execute('ffmpeg', ['-v', 'error', ...picture, ...noise, '-t', String(seconds), ...coding, part]);
  const times = String((minutes * 60) / seconds - 1);
  await execute('ffmpeg', ['-v', 'error', '-stream_loop', times, '-i', part, '-c', 'copy', whole]);
  return whole;
}

async function timeUntilReady(url: string, token: string, file: Buffer): Promise<number> {
  const id = await createProtocol(url, token, 'Совещание');
  const upload = new Upload({ url, token }, id, file, chunkBytes);
  await upload.sendAll();
  const begun = performance.now();
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  await fetch(`${url}/api/protocols/${id}/process-video`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ upload_id: upload.id }),
  });
  await until(
    async () => {
      const { data } = await getJson<{ data: Protocol }>(url, token, `/protocols/${id}`);
      return data.video?.url ? true : undefined;
    },
    'a recording to watch',
    120_000,
  );
  return (performance.now() - begun) / 1000;
}

async function timeCopy(from: string, to: string): Promise<number> {
  const begun = performance.now();
  await execute('ffmpeg', ['-v', 'error', '-y', '-i', from, '-c', 'copy', '-movflags', '+faststart', to]);
  return (performance.now() - begun) / 1000;
}
