import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { measurePageMemory } from './page-memory.ts';
import { memoryOf, watchGrowth } from './process-memory.ts';
import type { Figure } from './table.ts';

const totalBytes = 5 * 1024 ** 3;
const slots = 3;
const limitMb = 250;

/** Measures memory during an upload of 5 GiB: of the server that receives it, and of the page that sends it. */
export async function measureMemory(): Promise<Figure[]> {
  return [await measureServer(), ...(await measurePageMemory(totalBytes))];
}

/** Uploads to a real server, three chunks at a time, and watches its memory. */
async function measureServer(): Promise<Figure> {
  const dataDir = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(dataDir);
  try {
    const token = await signIn(server.url);
    const protocolId = await createProtocol(server.url, token, 'Пять гигабайт');
    const watch = await watchGrowth(() => memoryOf([server.pid]));
    const started = performance.now();
    await sendChunks(server.url, token, protocolId);
    const rate = totalBytes / 1024 ** 2 / ((performance.now() - started) / 1000);
    const grown = await watch.peak();
    return {
      what: 'память сервера, пока приходит 5 ГиБ',
      measured: `+${grown.toFixed(0)} МБ (${rate.toFixed(0)} МиБ/с)`,
      reference: `в покое ${watch.atRest.toFixed(0)} МБ`,
      target: `≤ +${limitMb} МБ`,
      holds: grown <= limitMb,
    };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function sendChunks(url: string, token: string, protocolId: string): Promise<void> {
  const bytes = randomBytes(chunkBytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const total = totalBytes / chunkBytes;
  const uploadId = randomUUID();
  let next = 0;
  const sendFromNext = async () => {
    while (next < total) {
      const index = next++;
      const form = new FormData();
      const fields = {
        total_chunks: total,
        chunk_index: index,
        upload_id: uploadId,
        chunk_size: chunkBytes,
        total_size: totalBytes,
        chunk_sha256: sha256,
        file_name: 'совет.mp4',
        file_type: 'video/mp4',
      };
      for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
      form.append('video', new Blob([bytes]), 'совет.mp4');
      const answer = await fetch(`${url}/api/protocols/${protocolId}/upload-chunks`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
        body: form,
      });
      if (!answer.ok) throw new Error(`Chunk ${index}: ${answer.status} ${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: slots }, sendFromNext));
}
