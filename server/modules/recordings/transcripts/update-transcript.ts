import type { TranscriptUpdate } from '#contract/recordings/transcript.ts';
import { findUnselectable } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { invalidField, notFound, Problem } from '#server/platform/problem/index.ts';
import {
  discardDraft,
  editLines,
  findTranscript,
  type Recorded,
  raiseVersion,
  renameVoices,
  type TranscriptRow,
  takeDraft,
  voicesIn,
} from '#server/schema/derived/transcript-rows.ts';
import { readTranscript } from './read-transcript.ts';

type Change = { of: Recorded; userId: string; body: TranscriptUpdate; now: Date };
type Rename = NonNullable<TranscriptUpdate['rename']>[number];

/** Applies the changes of the body to the transcript of a recording. The caller has locked the protocol. */
export async function updateTranscript(db: Db, { of, userId, body, now }: Change): Promise<void> {
  // A draft that is sent back unchanged is not an instruction.
  if (typeof body.draft === 'string') {
    const done = body.draft === 'take' ? await takeDraft(db, of, now) : await discardDraft(db, of);
    if (!done) throw await replaced(db, of);
  }
  const { segments = [], rename = [] } = body;
  if (segments.length === 0 && rename.length === 0) return;
  const row = await findTranscript(db, of);
  if (!row) throw notFound('Расшифровки ещё нет');
  const edited = segments.length > 0 ? await editLines(db, row, segments, userId) : 'done';
  if (edited === 'gone') throw await replaced(db, of);
  if (edited === 'overtaken') throw await replaced(db, of, segments);
  await raiseVersion(db, row, await nameVoices(db, row, rename, userId), now);
}

/** @returns the people behind the voices after the change */
async function nameVoices(db: Db, row: TranscriptRow, rename: readonly Rename[], ownerId: string) {
  const people = rename.flatMap(({ user_id }) => user_id ?? []);
  if ((await findUnselectable(db, ownerId, people)).length > 0) throw invalidField('rename', 'Такого пользователя нет');
  if (rename.some(({ to }) => to === '')) throw invalidField('rename', 'Поле обязательно для заполнения');
  const voices = await voicesIn(db, row.id);
  // A voice that already has the new name was renamed by an earlier attempt of the same request.
  if (rename.some(({ from, to }) => !voices.has(from) && !voices.has(to))) throw await replaced(db, row);
  await renameVoices(db, row.id, new Map(rename.map(({ from, to }) => [from, to])));
  // All are read before any is set, so that two that swap names do not get each other's person.
  const before = new Map(row.speakers.map((speaker) => [speaker.name, speaker]));
  const after = new Map(before);
  for (const { from } of rename) after.delete(from);
  for (const { from, to, user_id } of rename) {
    // A voice that is named like another joins it, and that one's person stays unless another is chosen.
    const joined = after.get(to)?.user_id;
    const own = user_id === undefined ? before.get(from)?.user_id : user_id;
    after.set(to, { name: to, user_id: own ?? joined ?? null });
  }
  return [...after.values()];
}

/**
 * Returns the conflict error for a write based on an outdated transcript; it contains the present lines: only `lines`
 * if given.
 */
async function replaced(db: Db, of: Recorded, lines?: readonly { id: string }[]): Promise<Problem> {
  const now = await readTranscript(db, of);
  const named = new Set(lines?.map((line) => line.id));
  const data = lines ? { ...now, draft: null, segments: now.segments.filter((line) => named.has(line.id)) } : now;
  return new Problem('version_conflict', 'Расшифровку изменили в другом месте', undefined, { data });
}

/**
 * Sets the only speaker of a recording, or removes it: in lines without a speaker, and in those of the previous one.
 * Lines of other speakers stay.
 */
export async function nameVoice(
  db: Db,
  of: Recorded,
  before: string | null,
  speaker: string | null,
  now: Date,
): Promise<void> {
  const names = new Map([...(before ? [before] : []), ''].map((from) => [from, speaker ?? '']));
  for (const isDraft of [false, true]) {
    const row = await findTranscript(db, of, isDraft);
    if (!row) continue;
    await renameVoices(db, row.id, names);
    const speakers = row.speakers.filter(({ name }) => name !== before);
    await raiseVersion(db, row, speakers, now);
  }
}
