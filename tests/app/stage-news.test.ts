import { beforeEach, expect, test, vi } from 'vitest';
import '#src/app/registry.ts';
import type { Stage } from '#contract/stage.ts';
import { applyEditReply, protocolListQuery, protocolQuery } from '#src/data/protocol/queries.ts';
import { onServerStage, onUploadStage } from '#src/data/protocol/stage-news.ts';
import { createQueryClient } from '#src/sync/cache/query-client.ts';
import { uploads } from '#src/sync/index.ts';
import { toastStore } from '#src/ui/index.ts';
import { fakeServer } from './support/fake-server.ts';

let toasts: string[];
let id: string;

beforeEach((context) => {
  toasts = [];
  id = context.task.id;
  return toastStore.subscribe(() => toasts.push(toastStore.getState().message));
});

/** Plays news about one protocol: `upload` comes from this browser's queue, `server` from the server's events. */
async function play(...news: ['upload' | 'server', Stage][]): Promise<Stage | undefined> {
  const client = createQueryClient();
  client.setQueryData(protocolQuery(id).queryKey, { id, stage: 'no_video' });
  for (const [source, stage] of news) await (source === 'upload' ? onUploadStage : onServerStage)(client, id, stage);
  return client.getQueryData(protocolQuery(id).queryKey)?.stage;
}

test('a stage reported by the queue and by the server is announced once', async () => {
  await play(['upload', 'video_uploaded'], ['server', 'video_uploaded'], ['upload', 'video_process']);
  expect(toasts).toEqual(['Видео загружено']);
});

test('verification that outlasts the hand-over of an upload does not bring back the old stage', async () => {
  const stage = await play(['upload', 'video_uploaded'], ['upload', 'video_process'], ['server', 'video_uploaded']);
  expect(stage).toBe('video_process');
  expect(toasts).toEqual(['Видео загружено']);
});

test('another recording, uploaded elsewhere afterwards, is announced again', async () => {
  await play(['upload', 'video_uploaded'], ['upload', 'video_process'], ['server', 'video_process']);
  await play(['server', 'success_video_process'], ['server', 'video_uploaded']);
  expect(toasts).toEqual(['Видео загружено', 'Видео обработано', 'Видео загружено']);
});

/** A protocol whose recording this browser replaces, in the cache and on the server. */
function replacing(first: string) {
  const { queryKey } = protocolQuery(id);
  const stored = { id, stage: 'success_video_process', video: { upload_id: first } };
  fakeServer({ [`GET /protocols/${id}`]: () => Response.json({ data: stored }) });
  const client = createQueryClient();
  const keep = (upload_id: string) => client.setQueryData(queryKey, { ...stored, video: { upload_id } } as never);
  keep('r1');
  const bring = (stage: Stage) => onUploadStage(client, id, stage, { uploadId: `${id} new`, replaces: 'r1' });
  return { keep, bring, stage: () => client.getQueryData(queryKey)?.stage };
}

test('the stage is updated once the recording has taken its place', async () => {
  const { keep, bring, stage } = replacing(`${id} new`);
  await bring('video_uploaded');
  keep(`${id} new`);
  await bring('video_process');
  expect(stage()).toBe('video_process');
});

test('a recording added as a further part, since the first was replaced, leaves the stage and is announced once', async () => {
  const { bring, stage } = replacing('r2');
  await bring('video_uploaded');
  await bring('video_process');
  expect(stage()).toBe('success_video_process');
  expect(toasts).toEqual(['Видео загружено', 'Запись добавлена частью: первую уже заменили']);
});

test('a refetch while the server verifies a complete upload does not set the stage back', async () => {
  const row = { id, stage: 'no_video', title: 'Планёрка' };
  const page = { current_page: 1, per_page: 15, last_page: 1, total: 1 };
  fakeServer({
    [`GET /protocols/${id}`]: () => Response.json({ data: row }),
    'GET /protocols': () => Response.json({ data: [row], meta: page }),
  });
  const client = createQueryClient();
  const read = async () => [
    (await client.fetchQuery({ ...protocolQuery(id), staleTime: 0 })).stage,
    (await client.fetchQuery({ ...protocolListQuery(), staleTime: 0 })).rows[0]?.stage,
  ];
  upload('uploading');
  expect(await read()).toEqual(['no_video', 'no_video']);
  upload('verifying', inAMinute());
  expect(await read()).toEqual(['video_uploaded', 'video_uploaded']);
  upload('verifying', Date.now());
  expect(await read()).toEqual(['video_process', 'video_process']);
});

/** Sets the only upload to the protocol in the queue. */
function upload(state: string, processAt?: number, insteadOf?: string): void {
  const view = { id: 'u1', uploadId: `${id} new`, protocolId: id, state, processAt, insteadOf };
  vi.spyOn(uploads, 'list').mockReturnValue([view] as never);
}

const inAMinute = () => Date.now() + 60_000;

test('the reply to an edit during verification does not set the stage back', async () => {
  const client = createQueryClient();
  const { queryKey } = protocolQuery(id);
  client.setQueryData(queryKey, { id, stage: 'video_uploaded', version: 1 });
  upload('verifying', inAMinute());
  const answer = { id, stage: 'no_video', version: 2 } as const;
  await applyEditReply(client, id, answer, (known) => ({ ...known, title: 'Планёрка' }));
  expect(client.getQueryData(queryKey)).toMatchObject({ stage: 'video_uploaded', title: 'Планёрка', version: 2 });
});

test('verifying a replacement overrides the stage of the old recording, verifying a further part does not', async () => {
  const stored = { id, stage: 'success_video_process', video: { upload_id: 'r1' } };
  fakeServer({ [`GET /protocols/${id}`]: () => Response.json({ data: stored }) });
  const client = createQueryClient();
  const read = async () => (await client.fetchQuery({ ...protocolQuery(id), staleTime: 0 })).stage;
  upload('verifying', Date.now(), 'r1');
  expect(await read()).toBe('video_process');
  upload('verifying', Date.now());
  expect(await read()).toBe('success_video_process');
});

test('after its hand-over a recording is not shown as «uploaded» again until the server has begun with it', async () => {
  let stage: Stage = 'video_uploaded';
  fakeServer({ [`GET /protocols/${id}`]: () => Response.json({ data: { id, stage, video: { upload_id: 'r1' } } }) });
  const client = createQueryClient();
  const read = async () => (await client.fetchQuery({ ...protocolQuery(id), staleTime: 0 })).stage;
  vi.spyOn(uploads, 'list').mockReturnValue([]);
  await onUploadStage(client, id, 'video_process');
  expect(await read()).toBe('video_process');
  stage = 'success_video_process';
  expect(await read()).toBe('success_video_process');
  // Another recording of the protocol was uploaded elsewhere.
  stage = 'video_uploaded';
  expect(await read()).toBe('video_uploaded');
});
