import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Recording, RecordingUpdate } from '#contract/recordings/recording.ts';
import type { Analysis } from '#server/modules/insights/index.ts';
import {
  assertEditable,
  type DescribeVideo,
  findRecorded,
  getReadableProtocol,
  inOrder,
  lockOwnedProtocol,
  type OrderedRecording,
  readParts,
  recordingsOf,
} from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { invalidField, notFound, Problem } from '#server/platform/problem/index.ts';
import { nameVoice } from '../transcripts/update-transcript.ts';
import { deletePart, orderRecordings, type RecordingChange, updateRecording } from './repository.ts';

type Deps = RouteDeps & {
  analysis: Analysis;
  clock: () => Date;
  describeVideo: DescribeVideo;
  events: EventHub;
};

/**
 * Registers the calls for protocols with several recordings: order, names, pauses, recordings beside each other, and
 * deletion of any but the first.
 */
export function registerRecordings(app: FastifyInstance, deps: Deps): void {
  const route = routesOf(app, deps);

  const listed = async (db: Db, id: string): Promise<Recording[]> => {
    const protocol = await findRecorded(db, id);
    return (protocol && (await recordingsOf(db, protocol, deps.describeVideo))) ?? [];
  };
  /** Returns all recordings of the caller's own protocol, which stays locked. */
  const lock = async (db: Db, userId: string, id: string) => {
    const protocol = await lockOwnedProtocol(db, { ownerId: userId, id });
    assertEditable(protocol.stage);
    return inOrder(protocol, await readParts(db, id));
  };
  const tell = (userId: string, id: string) => () =>
    deps.events.publish(userId, { type: 'recordings', protocol_id: id });

  route(calls.listRecordings, async ({ db, params, user }) => {
    await getReadableProtocol(db, user, params.id);
    return listed(db, params.id);
  });

  route(calls.orderRecordings, async ({ body, db, params, user, afterCommit }) => {
    const before = await lock(db, user.id, params.id);
    const ordered = body.order.flatMap((id) => before.find((each) => each.id === id) ?? []);
    if (new Set(body.order).size !== body.order.length) throw invalidField('order', 'Запись названа дважды');
    if (ordered.length !== before.length || body.order.length !== before.length) throw changedMeanwhile();
    await orderRecordings(db, ordered);
    await analyse(db, deps.analysis, params.id);
    afterCommit(tell(user.id, params.id));
    return listed(db, params.id);
  });

  route(calls.updateRecording, async ({ body, db, params, user, afterCommit }) => {
    const all = await lock(db, user.id, params.id);
    const recording = named(all, params.recordingId);
    const { title, pause, speaker } = body;
    await updateRecording(db, params.id, recording, {
      ...(title !== undefined && { title: title || null }),
      ...(pause !== undefined && { pause }),
      ...(speaker !== undefined && { speaker: speaker || null }),
    });
    const moved = putBeside(all, recording, body);
    for (const { of, change } of moved) await updateRecording(db, params.id, of, change);
    const isRenamed = speaker !== undefined && (speaker || null) !== recording.speaker;
    if (isRenamed)
      await nameVoice(db, recordedAs(params.id, recording), recording.speaker, speaker || null, deps.clock());
    if (isRenamed || moved.length > 0) await analyse(db, deps.analysis, params.id);
    afterCommit(tell(user.id, params.id));
    return listed(db, params.id);
  });

  route(calls.deleteRecording, async ({ db, params, user, afterCommit }) => {
    const all = await lock(db, user.id, params.id);
    const recording = named(all, params.recordingId);
    if (recording.isFirst) {
      throw new Problem('conflict', 'Первую запись протокола можно только заменить другой');
    }
    await deps.analysis.forgetRecording(db, params.id, recording.id);
    await deletePart(db, params.id, recording, deps.clock());
    for (const { of, change } of withoutLead(all, recording)) await updateRecording(db, params.id, of, change);
    // A recording that takes its place gets its position.
    await orderRecordings(
      db,
      all.filter((each) => each !== recording),
    );
    await analyse(db, deps.analysis, params.id);
    afterCommit(tell(user.id, params.id));
    return listed(db, params.id);
  });
}

/** Repeats the analysis, since the transcripts or their order have changed. */
async function analyse(db: Db, analysis: Analysis, protocolId: string): Promise<void> {
  await analysis.transcriptChanged(db, protocolId);
  await analysis.askSummary(db, protocolId);
}

const recordedAs = (protocolId: string, { id, isFirst }: OrderedRecording) => ({
  protocolId,
  ...(!isFirst && { partId: id }),
});

function named(recordings: readonly OrderedRecording[], id: string): OrderedRecording {
  const recording = recordings.find((each) => each.id === id);
  if (!recording) throw notFound('Этой записи больше нет');
  return recording;
}

function changedMeanwhile(): Problem {
  return new Problem('conflict', 'Записи протокола изменились в другом месте. Проверьте порядок ещё раз.');
}

type Moved = { of: OrderedRecording; change: RecordingChange };

/**
 * Returns the changes for putting a recording beside another one, moving it there, or taking it away. If the named
 * recording is itself beside another one, that one is used; recordings beside the moved one follow it.
 */
function putBeside(
  all: readonly OrderedRecording[],
  recording: OrderedRecording,
  { beside_id, offset }: Pick<RecordingUpdate, 'beside_id' | 'offset'>,
): Moved[] {
  const besideId = beside_id === undefined ? recording.beside_id : beside_id;
  if (besideId === null) {
    return recording.beside_id === null ? [] : [{ of: recording, change: { beside_id: null, offset: 0 } }];
  }
  const target = all.find(({ id }) => id === besideId);
  if (!target) throw invalidField('beside_id', 'Записи, с которой она шла одновременно, больше нет');
  const lead = target.beside_id ?? target.id;
  if (target === recording) throw invalidField('beside_id', 'Запись не может идти одновременно сама с собой');
  if (lead === recording.id) throw invalidField('beside_id', 'Та запись сама поставлена рядом с этой');
  const isThere = lead === recording.beside_id && target.id === lead;
  const from = (target.beside_id ? target.offset : 0) + (offset ?? (isThere ? recording.offset : 0));
  if (isThere && from === recording.offset) return [];
  const followers = all.filter((each) => each.beside_id === recording.id);
  return [
    { of: recording, change: { beside_id: lead, offset: from } },
    ...followers.map((of) => ({ of, change: { beside_id: lead, offset: from + of.offset } })),
  ];
}

/**
 * Returns the changes after the removal of a recording that others are beside: the first of them takes its place, and
 * the others are put beside that one.
 */
function withoutLead(all: readonly OrderedRecording[], gone: OrderedRecording): Moved[] {
  const [heir, ...others] = all.filter((each) => each.beside_id === gone.id);
  if (!heir) return [];
  return [
    { of: heir, change: { beside_id: null, offset: 0, pause: gone.pause } },
    ...others.map((of) => ({ of, change: { beside_id: heir.id, offset: of.offset - heir.offset } })),
  ];
}
