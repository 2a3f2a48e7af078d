import { expect, test } from 'vitest';
import '#src/app/registry.ts';
import { protocolQuery } from '#src/data/protocol/queries.ts';
import { refreshRecordings } from '#src/data/protocol/recordings.ts';
import { createQueryClient } from '#src/sync/cache/query-client.ts';
import { fakeServer } from './support/fake-server.ts';

const part = (percent: number, stage = 'video_process', state = 'running') => ({
  ...{ id: 'r2', is_first: false, title: null, pause: 0, video: null, stage },
  processing: [{ step: 'transcript', state, percent }],
});
const first = { id: 'r1', is_first: true, title: null, pause: 0, stage: 'success_video_process', video: null };

test.each([
  ['a percent more, read just now', 1_000, part(21), false],
  ['a percent more, read some time ago', 11_000, part(21), true],
  ['its last lines, read just now, while it is summed up', 3_000, part(100, 'video_process', 'done'), true],
  ['its end, read just now', 1_000, part(21, 'error_video_process'), true],
])(
  'the transcript of all parts is not refetched for each percent of one part: %s',
  async (_what, ago, told, isStale) => {
    fakeServer({ 'GET /protocols/p1/recordings': () => Response.json({ data: [first, told] }) });
    const client = createQueryClient();
    const { queryKey } = protocolQuery('p1');
    client.setQueryData(queryKey, { id: 'p1', recordings: [first, part(20)] } as never);
    const shown = [...queryKey, 'transcript'];
    client.setQueryData(shown, {}, { updatedAt: Date.now() - ago });
    await refreshRecordings(client, 'p1');
    expect(client.getQueryState(shown)?.isInvalidated).toBe(isStale);
  },
);
