import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { protocols } from '#server/schema/protocols.ts';
import { discardedFiles } from '#server/schema/service.ts';
import { uploadChunks, uploads } from '#server/schema/video.ts';
import { byLevel } from '#tests/support/level.ts';
import { longTest } from '#tests/support/long-test.ts';
import { until } from '#tests/support/processes.ts';
import { seededRandom } from '#tests/support/seeded-random.ts';
import { Cluster, type ClusterNode } from './support/cluster.ts';
import { RawChunk } from './support/raw-chunk.ts';
import { sha256, Upload } from './support/upload.ts';

const chunkSize = 64 * 1024;
const longAgo = new Date(0);
const file = randomBytes(chunkSize * 3 + 99);

let cluster: Cluster;
let anna: Awaited<ReturnType<Cluster['addSecretary']>>;
beforeAll(async () => {
  cluster = await Cluster.start(2);
  anna = await cluster.addSecretary();
});
afterAll(() => cluster.close());

const [one, other] = [() => cluster.nodes[0] as ClusterNode, () => cluster.nodes[1] as ClusterNode];

async function addProtocol(): Promise<string> {
  const { url, token } = anna.at(one());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reply = await fetch(`${url}/api/protocols`, { method: 'POST', headers, body: '{"title":"Совещание"}' });
  return (await reply.json()).data.id;
}
const begin = async (node = one(), bytes = file) => new Upload(anna.at(node), await addProtocol(), bytes, chunkSize);
const rowOf = async ({ id }: Upload) => (await cluster.db.select().from(uploads).where(eq(uploads.id, id)))[0];
const reach = (upload: Upload, state: string) =>
  until(async () => {
    const { data } = await upload.status();
    return data.state === state ? data : undefined;
  }, state);
/** Resolves with the state by the other server, once it is this one. */
const reachElsewhere = (upload: Upload, state: string) => {
  upload.moveTo(anna.at(other()));
  return reach(upload, state);
};
const keysBelow = (prefix: string) =>
  [...cluster.objects.objects.keys()].filter((key) => key.startsWith(`/bucket/folder/${prefix}`));
const chunksOf = async (upload: Upload) => keysBelow(`uploads/${(await rowOf(upload))?.chunksAt}/`);
/** Returns the files of recordings, without those that will be removed. */
async function filesOf(upload: Upload): Promise<string[]> {
  const discarded = (await cluster.db.select().from(discardedFiles)).map(({ storageKey }) => storageKey);
  return keysBelow(`videos/${upload.id}/`).filter((key) => !discarded.includes(key.replace('/bucket/folder/', '')));
}
/** Checks that the upload is assembled, and that only the assembled file is left. */
async function expectWhole(upload: Upload, bytes = file) {
  expect((await reachElsewhere(upload, 'assembled')).sha256).toBe(sha256(bytes));
  const key = (await rowOf(upload))?.storageKey ?? '';
  expect((await buffer(await other().services.storage.read(key))).equals(bytes)).toBe(true);
  await until(async () => (await chunksOf(upload)).length === 0 || undefined, 'no chunk left');
  await until(async () => (await filesOf(upload)).length === 1 || undefined, 'one file');
}
/** Adds a further server, which is lost in the end. */
const doomed = () => cluster.add({ leaseMs: 60_000 });

test.each(['list', 'join', 'read'] as const)(
  'a server stops whose storage hangs at the %s of a verification, and another goes on',
  {
    timeout: 20_000,
  },
  async (call) => {
    const node = await doomed();
    const upload = await begin(node);
    const held = node.hold(call);
    await upload.sendAll();
    await held.reached;
    cluster.objects.fail('hang');
    held.goOn();
    await node.close();
    expect((await rowOf(upload))?.leaseOwner).toBeNull();
    cluster.objects.fail();
    await expectWhole(upload);
  },
);

test('chunks sent through any of three servers are each sent once', async () => {
  const total = byLevel(40, 100);
  const third = await cluster.add();
  const random = seededRandom(26);
  const bytes = randomBytes(chunkSize * (total - 1) + 5);
  const upload = await begin(one(), bytes);
  const nodes = [one(), other(), third];
  const order = Array.from({ length: total }, (_, index) => index).sort(() => random(3) - 1);
  let sent = 0;
  const sendNext = async () => {
    for (let index = order.shift(); index !== undefined; index = order.shift()) {
      upload.moveTo(anna.at(nodes[random(3)] as ClusterNode));
      sent += 1;
      expect((await upload.send(index)).status).toBe(200);
    }
  };
  await Promise.all([sendNext(), sendNext()]);
  await expectWhole(upload, bytes);
  expect(sent).toBe(total);
  for (const { dataDir } of nodes) expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
});

test('chunks acknowledged by a server survive its loss, also in the middle of a chunk', async () => {
  const lost = await doomed();
  const upload = await begin(lost);
  await upload.sendAll([0, 2]);
  const protocolId = (await rowOf(upload))?.protocolId ?? '';
  const { url, token } = anna.at(lost);
  const chunk = new RawChunk(url, token, protocolId, upload, 1);
  await chunk.send(0, chunkSize / 2);
  await lost.vanish();
  upload.moveTo(anna.at(other()));
  expect((await upload.status()).data.received).toEqual([
    [0, 0],
    [2, 2],
  ]);
  await upload.sendAll([1, 3]);
  await expectWhole(upload);
});

test.each(byLevel(['join'] as const, ['list', 'join', 'read'] as const))(
  'a server lost while verifying, at «%s», is succeeded by another',
  async (call) => {
    const lost = await cluster.add({ leaseMs: 400 });
    const upload = await begin(lost);
    await upload.sendAll([0, 1, 2]);
    const { reached } = lost.hold(call);
    expect((await upload.send(3)).data).toMatchObject({ received: 4, complete: true });
    await reached;
    await lost.vanish();
    await expectWhole(upload);
    expect((await rowOf(upload))?.fence).toBe(2);
  },
);

test('an upload is completed when its server is lost right after the last acknowledgement', async () => {
  const upload = await begin();
  await upload.sendAll([0, 1, 2]);
  // No running server was told that these are all chunks.
  const all = { totalChunks: 3, totalSize: null };
  await cluster.db.update(uploads).set(all).where(eq(uploads.id, upload.id));
  await expectWhole(upload, file.subarray(0, 3 * chunkSize));
});

longTest('a server that hung and resumes later overwrites nothing that another has done', async () => {
  // It says once that it is at work, and never again.
  const late = await cluster.add({ leaseMs: 300, beatMs: 3_600_000 });
  const upload = await begin(late);
  await upload.sendAll([0, 1, 2]);
  const [joining, reading] = [late.hold('join'), late.hold('read')];
  await upload.send(3);
  await joining.reached;
  expect((await reachElsewhere(upload, 'assembled')).sha256).toBe(sha256(file));
  const done = await rowOf(upload);
  joining.goOn();
  await Promise.race([
    reading.reached,
    until(() => keysBelow(`videos/${upload.id}/`).length === 1 || undefined, 'end'),
  ]);
  reading.goOn();
  await expectWhole(upload);
  expect(await rowOf(upload)).toEqual(done);
  await late.close();
});

test('a starting server takes no upload from one that verifies it', async () => {
  const busy = await cluster.add();
  const upload = await begin(busy);
  await upload.sendAll([0, 1, 2]);
  const hold = busy.hold('read');
  await upload.send(3);
  await hold.reached;
  const before = await rowOf(upload);
  const started = await cluster.add();
  // Longer than the lease, which is renewed, and checked often.
  const renewed = (until: Date | null | undefined) => (until?.getTime() ?? 0) - (before?.leaseUntil?.getTime() ?? 0);
  const after = await until(async () => {
    const row = await rowOf(upload);
    return renewed(row?.leaseUntil) > 2_000 ? row : undefined;
  }, 'a renewed lease');
  expect(after).toMatchObject({ state: 'verifying', fence: 1, leaseOwner: before?.leaseOwner });
  hold.goOn();
  await expectWhole(upload);
  expect((await rowOf(upload))?.fence).toBe(1);
  await Promise.all([busy.close(), started.close()]);
});

test('lost chunks are requested again, and a repeated chunk is stored anew', async () => {
  const upload = await begin();
  await upload.sendAll([0, 1, 2]);
  const gone = await chunksOf(upload);
  const lose = (index: number) => {
    const key = gone.find((name) => name.includes(`/${index}-`));
    expect(cluster.objects.objects.delete(key ?? '')).toBe(true);
  };
  lose(1);
  expect((await upload.send(1)).data).toMatchObject({ received: 3 });
  lose(1);
  lose(2);
  await upload.send(3);
  expect((await reachElsewhere(upload, 'receiving')).received).toEqual([
    [0, 0],
    [3, 3],
  ]);
  await upload.sendAll([1, 2]);
  await expectWhole(upload);
});

test('a chunk lost during verification is reported as missing when it is sent again', async () => {
  const upload = await begin();
  await upload.sendAll([0, 1, 2]);
  const hold = one().hold('join');
  await upload.send(3);
  await hold.reached;
  const key = (await chunksOf(upload)).find((name) => name.includes('/3-'));
  cluster.objects.objects.delete(key ?? '');
  upload.moveTo(anna.at(other()));
  expect(await upload.send(3)).toMatchObject({ status: 409, code: 'upload_incomplete' });
  hold.goOn();
  expect((await reach(upload, 'receiving')).received).toEqual([[0, 2]]);
  await upload.send(3);
  await expectWhole(upload);
});

test('an upload is cancelled through any server, while a chunk arrives or is verified; another is accepted', async () => {
  const upload = await begin();
  await upload.sendAll([0]);
  const protocolId = (await rowOf(upload))?.protocolId ?? '';
  const adopting = one().hold('adopt');
  const chunk = upload.send(1);
  await adopting.reached;
  upload.moveTo(anna.at(other()));
  expect((await upload.cancel()).status).toBe(204);
  adopting.goOn();
  expect(await chunk).toMatchObject({ status: 409, code: 'upload_cancelled' });
  expect(await chunksOf(upload)).toEqual([]);

  const second = new Upload(anna.at(one()), protocolId, file, chunkSize);
  await second.sendAll([0, 1, 2]);
  const reading = one().hold('read');
  await second.send(3);
  await reading.reached;
  second.moveTo(anna.at(other()));
  expect((await second.cancel()).status).toBe(204);
  expect((await second.status()).data).toMatchObject({ state: 'cancelled', received: [] });
  const third = new Upload(anna.at(other()), protocolId, file.subarray(0, 500), chunkSize);
  await third.sendAll();
  reading.goOn();
  await expectWhole(third, file.subarray(0, 500));
  await until(() => keysBelow(`videos/${second.id}/`).length === 0 || undefined, 'nothing of the second');
  expect(await chunksOf(second)).toEqual([]);
});

test('the sweep removes the chunks of a cancelled upload, and none of an upload under way', async () => {
  const [alive, orphan] = [await begin(), await begin()];
  for (const upload of [alive, orphan]) await upload.sendAll([0, 1]);
  const left = await chunksOf(orphan);
  for (const key of left) cluster.objects.written.set(key, new Date(Date.now() - 25 * 3_600_000));
  // The state that a server leaves when it dies in the middle of a cancel.
  await cluster.db.update(uploads).set({ state: 'cancelled' }).where(eq(uploads.id, orphan.id));
  const sweeper = await cluster.add();
  await until(async () => (await chunksOf(orphan)).length === 0 || undefined, 'a sweep');
  expect([left.length, (await chunksOf(alive)).length]).toEqual([2, 2]);
  await sweeper.close();
});

test.each(['receiving', 'verifying'] as const)(
  'an upload that an older build left in a folder, %s, is completed',
  async (state) => {
    const protocolId = await addProtocol();
    const upload = new Upload(anna.at(one()), protocolId, file, chunkSize);
    const folder = join(cluster.nextFolder, 'uploads');
    const received = state === 'receiving' ? [0, 2] : [0, 1, 2, 3];
    const row = {
      ...{ id: upload.id, protocolId, ownerId: anna.id, state, fileName: 'Совещание.mp4' },
      ...{ chunkSize, totalSize: file.length, totalChunks: 4 },
    };
    await cluster.db.insert(uploads).values(row);
    const chunks = received.map((index) => {
      const bytes = upload.bytes(index);
      return { uploadId: upload.id, index, size: bytes.length, sha256: sha256(bytes) };
    });
    await cluster.db.insert(uploadChunks).values(chunks);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${upload.id}.part`), file);
    // Sent through a server that does not have the folder, before the other one has started.
    if (state === 'receiving') await upload.sendAll([1]);
    expect((await upload.status()).data.state).toBe(state);
    const owner = await cluster.add();
    const count = state === 'receiving' ? 3 : 4;
    await until(async () => (await chunksOf(upload)).length === count || undefined, 'the chunks in the storage');
    if (state === 'receiving') await upload.sendAll([3]);
    // From here on the older build reports nothing.
    const quiet = and(eq(uploads.id, upload.id), eq(uploads.state, 'verifying'), isNull(uploads.leaseUntil));
    await cluster.db.update(uploads).set({ updatedAt: longAgo }).where(quiet);
    await expectWhole(upload);
    expect((await cluster.db.select().from(protocols).where(eq(protocols.id, protocolId)))[0]?.stage).toBe(
      'video_uploaded',
    );
    await owner.close();
  },
);

longTest('a verification that fails repeatedly leaves no extra copy behind', async () => {
  const upload = await begin();
  const copies: number[] = [];
  cluster.objects.meet(({ call, key }) => {
    if (call !== 'GET object' || !key.includes(`videos/${upload.id}/`) || copies.length > 4) return undefined;
    copies.push(keysBelow(`videos/${upload.id}/`).length);
    return 403;
  });
  await upload.sendAll();
  await expectWhole(upload);
  expect(copies).toEqual([1, 1, 1, 1, 1]);
});
