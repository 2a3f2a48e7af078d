import { expect, test } from 'vitest';
import type { OfflineReason, OutboxRow, UploadView } from '#src/sync/index.ts';
import { countQueue } from './queue-count.ts';
import { groupQueue } from './queue-groups.ts';
import { queueStatus } from './queue-status.ts';

let seq = 0;

function write(change: Partial<OutboxRow> = {}): OutboxRow {
  seq += 1;
  return {
    seq,
    id: `w${seq}`,
    ownerId: '7',
    kind: 'task.update',
    scope: 'protocol:p1',
    subject: `t${seq}`,
    title: 'Поручение',
    variables: {},
    request: { method: 'PUT', path: `/protocols/tasks/t${seq}`, body: { status: 'done' } },
    state: 'waiting',
    begun: false,
    attempt: 0,
    nextAttemptAt: null,
    fault: null,
    createdAt: 1,
    ...change,
  };
}

function video(change: Partial<UploadView> = {}): UploadView {
  return {
    id: 'u1',
    uploadId: 'u1',
    protocolId: 'p1',
    name: 'a.mp4',
    size: 10,
    state: 'uploading',
    acknowledgedBytes: 0,
    sentBytes: 0,
    acknowledgedChunks: 0,
    totalChunks: 1,
    bytesPerSecond: 0,
    secondsLeft: null,
    staged: false,
    keepTabOpen: false,
    ...change,
  };
}

const statusOf = (writes: OutboxRow[], videos: UploadView[], offlineReason?: OfflineReason) =>
  queueStatus(countQueue(writes, videos, !offlineReason), offlineReason);

test.each([
  [[], [], undefined, 'online', 'Подключение есть, всё отправлено', 0],
  [[], [], 'network', 'offline', 'Нет подключения', 0],
  [[], [], 'server', 'offline', 'Сбой на сервере', 0],
  [[write(), write()], [video()], undefined, 'sending', 'Отправляется: 2\u00A0изменения, 1\u00A0видео', 3],
  [
    [write(), write()],
    [video()],
    'network',
    'offline',
    'Нет подключения. Ждут отправки: 2\u00A0изменения и 1\u00A0видео',
    3,
  ],
  [[write({ nextAttemptAt: 5 })], [], undefined, 'waiting', 'Ждёт отправки: 1\u00A0изменение', 1],
  [[], [video({ state: 'paused' })], undefined, 'waiting', 'Ждёт отправки: 1\u00A0видео', 1],
  [
    [write({ state: 'conflict' }), write()],
    [video({ state: 'needs-file' })],
    undefined,
    'attention',
    'Нужно ваше решение: 1\u00A0изменение, 1\u00A0видео. Отправляется: 1\u00A0изменение',
    3,
  ],
  // What the server has is not unsent.
  [
    [write({ state: 'sent' })],
    [video({ state: 'done' }), video({ state: 'cancelling' })],
    undefined,
    'online',
    /всё/,
    0,
  ],
] as const)('%#: the connection and the queue in one status', (writes, videos, offlineReason, state, words, total) => {
  const status = statusOf([...writes], [...videos], offlineReason);
  expect(status).toMatchObject({ state, total });
  expect(status.words).toMatch(words);
});

test('an unread queue is not reported as sent', () => {
  const statusUnread = (writes: OutboxRow[]) => queueStatus(countQueue(writes, [], true), undefined, false);
  expect(statusUnread([])).toMatchObject({ state: 'waiting', words: 'Очередь отправки ещё не прочитана', total: 0 });
  const words = 'Отправляется: 1\u00A0изменение. Очередь отправки ещё не прочитана';
  expect(statusUnread([write()])).toMatchObject({ state: 'sending', words, total: 1 });
});

test('changes blocked by a refused one are waiting, not being sent', () => {
  const failed = write({ state: 'failed', creates: 'p9', subject: 'p9' });
  const names = write({ request: { method: 'POST', path: '/protocols/p9/tasks' }, creates: 't9' });
  const thenNames = write({ request: { method: 'PUT', path: '/protocols/tasks/t9' } });
  const sameThing = write({ subject: 'p9' });
  const free = write();
  const count = countQueue([failed, names, thenNames, sameThing, free], [], true);
  expect(count).toMatchObject({ attention: { changes: 1 }, waiting: { changes: 3 }, sending: { changes: 1 } });
});

test('the queue is grouped by subject, in the order of sending', () => {
  const rows = [
    write({ scope: 'protocol:p1', title: 'протокол' }),
    write({ scope: 'keyword:k1', kind: 'keyword.create', title: 'слово' }),
    write({ scope: 'meeting:m1', kind: 'meeting.update', title: 'встреча' }),
    write({ scope: 'keyword:k2', kind: 'keyword.delete', title: 'другое слово' }),
    write({ scope: 'protocol:17', title: 'поручение' }),
    write({ scope: 'profile', kind: 'profile.update', title: 'профиль' }),
    write({ state: 'sent', scope: 'meeting:m2', kind: 'meeting.update' }),
  ];
  const videos = [video(), video({ id: 'u2', protocolId: 'p2' }), video({ id: 'u3', state: 'done' })];
  // A provider keeps p1 as 17.
  const groups = groupQueue(rows, videos, (id) => (id === 'p1' ? '17' : id));
  expect(
    groups.map(({ key, writes, uploads }) => [key, [...writes.map((row) => row.title), ...uploads.map((up) => up.id)]]),
  ).toEqual([
    ['protocol:17', ['протокол', 'поручение', 'u1']],
    ['keywords', ['слово', 'другое слово']],
    ['meeting:m1', ['встреча']],
    ['profile', ['профиль']],
    ['protocol:p2', ['u2']],
  ]);
});
