import { beforeAll, expect, test } from 'vitest';
import { keywordMutations } from '#src/data/keyword/index.ts';
import { meetingMutations } from '#src/data/meeting/index.ts';
import { memberMutations } from '#src/data/member/index.ts';
import { profileMutations } from '#src/data/person/index.ts';
import { protocolMutations } from '#src/data/protocol/index.ts';
import { summaryMutations } from '#src/data/summary/index.ts';
import { taskMutations } from '#src/data/task/index.ts';
import { transcriptMutations } from '#src/data/transcript/index.ts';
import { requestOf } from '#src/sync/collections/mutation.ts';
import type { Mutation } from '#src/sync/index.ts';
import { store } from '#src/sync/page/store.ts';
import { mutationStates, type OutboxRow } from '#src/sync/store/outbox-row.ts';
import { databaseVersion } from '#src/sync/store/store-schema.ts';
import { uploadStates } from '#src/sync/store/upload-row.ts';
import { type Device, restoreDevice } from '#tests/old-build/device.ts';
import { oldDevice } from '#tests/old-build/old-build.ts';

// biome-ignore lint/suspicious/noExplicitAny: a kind is found by the name of a row, and gets the variables of that row
const kinds: readonly Mutation<any>[] = [
  ...[...keywordMutations, ...meetingMutations, ...memberMutations, ...profileMutations],
  ...[...protocolMutations, ...summaryMutations, ...taskMutations, ...transcriptMutations],
];

/** Mutations added after that build, which its devices cannot have. */
const since: readonly string[] = ['meeting.cancel', 'meeting.invite', 'member.mark'];

let device: Device;
let rows: OutboxRow[];
beforeAll(async () => {
  device = await oldDevice();
  await restoreDevice(device);
  rows = await store.unsentMutations(device.localStorage.user_id ?? '');
});

test('the stored device of an older build has a row of every kind, and rows in every lasting state', () => {
  expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual(
    kinds
      .map(({ name }) => name)
      .filter((name) => !since.includes(name))
      .sort(),
  );
  expect(mutationStates.filter((state) => !rows.some((row) => row.state === state))).toEqual(['sent']);
});

test('the variables of each row produce the same request today', () => {
  const made = rows.map(({ kind: name, variables, title, scope, subject, creates, brings }) => {
    const kind = kinds.find((each) => each.name === name);
    if (!kind) throw new Error(`No kind ${name}`);
    const prepared = kind.prepare(variables);
    expect({ title, scope, subject, creates, brings }).toEqual({
      ...{ title: prepared.title, scope: prepared.scope, subject: prepared.subject },
      ...{ creates: prepared.creates, brings: prepared.addedIds },
    });
    return requestOf(kind, prepared);
  });
  // `extras` also names fields that were added later, which earlier rows do not have.
  expect(made.map(({ extras: _, ...request }) => request)).toEqual(
    rows.map(({ request: { extras: _, ...request } }) => request),
  );
  for (const [index, { request }] of rows.entries())
    expect(made[index]?.extras ?? []).toEqual(expect.arrayContaining(request.extras ?? []));
});

test('uploads and recordings of an older build are read, with every chunk that was not acknowledged', async () => {
  expect(device.databases.find(({ name }) => name === 'protokol-queue')?.version).toBeLessThanOrEqual(databaseVersion);
  const uploads = await store.allUploads();
  expect(uploads.map(({ state }) => state).toSorted()).toEqual(['paused', 'wait-net']);
  expect(uploads.every(({ state }) => uploadStates.includes(state))).toBe(true);
  for (const { id, total, acknowledged } of uploads) {
    const kept = await store.stagedIndexes(id);
    const sent = acknowledged.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index),
    );
    expect([...kept, ...sent].toSorted()).toEqual(Array.from({ length: total }, (_, index) => index));
  }
  const [recording, ...others] = await store.recordingsOf(device.localStorage.user_id ?? '');
  expect(others).toEqual([]);
  expect(recording?.size).toBeGreaterThan(0);
});
