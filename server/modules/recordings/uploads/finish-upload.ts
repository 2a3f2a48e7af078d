import { stages } from '#contract/stage.ts';
import type { Analysis } from '#server/modules/insights/index.ts';
import { moveStage } from '#server/modules/protocols/index.ts';
import type { Database, Db, StoredVideo } from '#server/platform/db/index.ts';
import type { AppEvent, EventHub } from '#server/platform/events/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';
import { addPart, followReplaced } from '../parts/repository.ts';
import { chunkErrors } from './chunk-errors.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { Upload } from './repository.ts';
import * as repository from './repository.ts';

export type AssemblerDeps = {
  database: Database;
  chunks: ChunkStore;
  storage: Storage;
  events: EventHub;
  analysis: Pick<Analysis, 'forgetRecording'>;
  now: () => Date;
  onError: (error: unknown) => void;
};

type Publish = (userId: string, event: AppEvent) => void;

/**
 * Gives a stored file to its protocol, after its other recordings or in place of the first, and tells the owner. An
 * upload that was cancelled meanwhile keeps its state, and one that the protocol refuses becomes `rejected`: in both
 * cases the caller removes the file.
 */
export async function finishUpload(deps: AssemblerDeps, upload: Upload, storageKey: string): Promise<void> {
  const { database, events, now } = deps;
  const published: Parameters<Publish>[] = [];
  await database.db.transaction(async (db) => {
    // A deletion of the protocol locks it before its uploads: in another order each could wait for the other.
    if (upload.protocolId !== null) await repository.lockVideo(db, upload.protocolId);
    const assembled = { state: 'assembled', storageKey, assembledAt: now(), updatedAt: now() } as const;
    // A server that has lost its lease does not finish the upload.
    if (!(await repository.moveUpload(db, upload.id, ['verifying'], assembled, upload.fence))) return;
    const publish: Publish = (...event) => published.push(event);
    const reason = await give({ db, analysis: deps.analysis, publish }, { ...upload, storageKey }, now());
    if (reason) await repository.moveUpload(db, upload.id, ['assembled'], { state: 'rejected', error: reason });
  });
  for (const event of published) events.publish(...event);
}

/** Ends an upload whose file can no longer be used. */
export async function rejectUpload(
  { database, now }: AssemblerDeps,
  { id, fence }: Upload,
  error: string,
): Promise<void> {
  await repository.moveUpload(database.db, id, ['verifying'], { state: 'rejected', error, updatedAt: now() }, fence);
}

type Giving = Pick<AssemblerDeps, 'analysis'> & { db: Db; publish: Publish };

/** @returns why the protocol refuses it; undefined where it accepts it */
async function give({ db, analysis, publish }: Giving, upload: Upload, now: Date): Promise<string | undefined> {
  const protocol = upload.protocolId === null ? undefined : await repository.lockVideo(db, upload.protocolId);
  if (!protocol) return 'Протокол удалён';
  if (protocol.video && !mayReplace(upload, protocol.video)) {
    if (protocol.stage === 'final') return 'Протокол уже итоговый: запись к нему не добавить';
    if (!(await addPart(db, protocol, { ...upload, video: videoOf(upload) }, now)))
      return chunkErrors.tooMany().message;
    publish(protocol.ownerId, { type: 'recordings', protocol_id: protocol.id });
    return undefined;
  }
  // The sharing is reset, since nobody has approved the new recording.
  const { title, pause, beside_id, offset, speaker = upload.speaker } = protocol.video ?? {};
  const placed = { ...(beside_id && { beside_id, offset }), ...(speaker && { speaker }) };
  const video = { ...videoOf(upload), ...(title && { title }), ...(pause && { pause }), ...placed };
  const set = { video, processing: [], recordingShared: false };
  const move = { protocolId: protocol.id, to: 'video_uploaded', from: stages, set } as const;
  const { moved } = await moveStage({ db, events: { publish } }, move);
  if (!moved) return 'Протокол уже итоговый: видео заменить нельзя';
  if (protocol.video) await followReplaced(db, protocol.id, { replaced: protocol.video.upload_id, by: upload.id });
  if (protocol.video && protocol.video.upload_id !== upload.id) {
    // Their times would point into the new recording.
    await analysis.forgetRecording(db, protocol.id, undefined);
    publish(protocol.ownerId, { type: 'findings', protocol_id: protocol.id });
  }
  await repository.forgetReplaced(db, upload, protocol.video, now);
  return undefined;
}

/** Returns whether an upload replaces the first recording; otherwise it is added after all others. */
export function mayReplace(
  { id, place, insteadOf }: Pick<Upload, 'id' | 'place' | 'insteadOf'>,
  { upload_id }: StoredVideo,
): boolean {
  return upload_id === id || (place === null && (insteadOf === null || insteadOf === upload_id));
}

function videoOf(upload: Upload): StoredVideo {
  return {
    upload_id: upload.id,
    name: upload.fileName || 'Видео',
    size: upload.totalSize ?? 0,
    ...(upload.sha256 && { sha256: upload.sha256 }),
    type: upload.fileType,
    original_key: upload.storageKey ?? '',
  };
}
