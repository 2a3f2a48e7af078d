import { expect, test } from 'vitest';
import type { HttpRequest } from '../http/client.ts';
import type { OutboxRow, StoredRequest } from '../store/outbox-row.ts';
import { sendMutation } from './send.ts';

/** Returns the time limit of this request, in seconds. */
async function limitOf(request: StoredRequest): Promise<number> {
  const sent: HttpRequest[] = [];
  await sendMutation(
    { id: 'key', ownerId: 'u1', request } as OutboxRow,
    {
      http: { send: (asked) => Promise.reject(sent.push(asked)) },
      session: {
        read: async () => 'token',
        owner: async () => 'u1',
        refresh: async () => ({ kind: 'no-token' }),
        clear: async () => undefined,
      },
      askServer: async () => ({ kind: 'known', capabilities: new Set(['idempotency', 'client-ids']) }),
    },
    async () => 'claimed',
  );
  return (sent[0]?.limitMs ?? 0) / 1000;
}

test('the time limit of a request leaves time to send its body at four KiB a second, at most an hour', async () => {
  const put = { method: 'PUT', path: '/meetings/m1' } as const;
  expect(await limitOf(put)).toBe(30);
  // Two bytes a letter.
  expect(await limitOf({ ...put, body: { title: 'я'.repeat(2048 * 5) } })).toBeCloseTo(35, 1);
  const file = new File([new Uint8Array(4096 * 100)], 'смета.pdf');
  expect(await limitOf({ ...put, form: [['files[]', file]] })).toBe(15 * 60 + 100);
  const large = new File([new Uint8Array(30 * 1024 * 1024)], 'видео.mp4');
  expect(await limitOf({ ...put, form: [['files[]', large]] })).toBe(75 * 60);
});
