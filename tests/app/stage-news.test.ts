import { beforeEach, expect, test } from 'vitest';
import '#src/app/registry.ts';
import type { Stage } from '#contract/stage.ts';
import { protocolQuery } from '#src/data/protocol/queries.ts';
import { stageBrought, stageTold } from '#src/data/protocol/stage-news.ts';
import { createQueryClient } from '#src/sync/cache/query-client.ts';
import { toastStore } from '#src/ui/index.ts';

let toasts: string[];
let id: string;

beforeEach((context) => {
  toasts = [];
  id = context.task.id;
  return toastStore.subscribe(() => toasts.push(toastStore.getState().message));
});

/** Plays news of one protocol: `upload` is our own queue, `server` its events. */
async function play(...news: ['upload' | 'server', Stage][]): Promise<Stage | undefined> {
  const client = createQueryClient();
  client.setQueryData(protocolQuery(id).queryKey, { id, stage: 'no_video' });
  for (const [source, stage] of news) await (source === 'upload' ? stageBrought : stageTold)(client, id, stage);
  return client.getQueryData(protocolQuery(id).queryKey)?.stage;
}

test('what the queue and the server both tell is told once', async () => {
  await play(['upload', 'video_uploaded'], ['server', 'video_uploaded'], ['upload', 'video_process']);
  expect(toasts).toEqual(['Видео загружено']);
});

test('a server that verifies longer than the hand-over takes brings no old stage back', async () => {
  const stage = await play(['upload', 'video_uploaded'], ['upload', 'video_process'], ['server', 'video_uploaded']);
  expect(stage).toBe('video_process');
  expect(toasts).toEqual(['Видео загружено']);
});

test('another recording, uploaded elsewhere afterwards, is news again', async () => {
  await play(['upload', 'video_uploaded'], ['upload', 'video_process'], ['server', 'video_process']);
  await play(['server', 'success_video_process'], ['server', 'video_uploaded']);
  expect(toasts).toEqual(['Видео загружено', 'Видео обработано', 'Видео загружено']);
});
