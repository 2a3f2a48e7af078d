import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { TranscriptSource } from '#contract/recordings/transcript.ts';
import type { Db } from '#server/platform/db/index.ts';
import { protocols } from '../protocols.ts';
import { recordingParts } from '../recording-parts.ts';
import { transcriptSegments } from '../transcript-lines.ts';
import { transcripts } from '../video.ts';

export type TranscriptRow = typeof transcripts.$inferSelect;
export type SegmentRow = Pick<
  typeof transcriptSegments.$inferSelect,
  'id' | 'start' | 'end' | 'text' | 'speaker' | 'keywords' | 'editedById'
>;
export type NewLine = { start: number; end: number; text: string; speaker?: string };
export type NewTranscript = {
  source: TranscriptSource;
  lines: readonly NewLine[];
  /** The people behind the voices, if already known. */
  speakers?: TranscriptRow['speakers'];
};

/** The recording of a protocol that a transcript belongs to: the first one if there is no `partId`. */
export type Recorded = { protocolId: string; partId?: string | null | undefined };

/** Rows of one INSERT: a statement takes 65,535 values. */
const atOnce = 2_000;

/** Finds the transcript of a recording that is in force, or the draft beside it. */
export async function findTranscript(db: Db, of: Recorded, isDraft = false): Promise<TranscriptRow | undefined> {
  const which = and(ofRecording(of), eq(transcripts.isDraft, isDraft));
  return (await db.select().from(transcripts).where(which))[0];
}

function ofRecording({ protocolId, partId }: Recorded) {
  const part = partId ? eq(transcripts.partId, partId) : isNull(transcripts.partId);
  return and(eq(transcripts.protocolId, protocolId), part);
}

/** Returns the lines of a transcript in the order of time. */
export function segmentsOf(db: Db, transcriptId: string): Promise<SegmentRow[]> {
  const { id, start, end, text, speaker, keywords, editedById } = transcriptSegments;
  return db
    .select({ id, start, end, text, speaker, keywords, editedById })
    .from(transcriptSegments)
    .where(eq(transcriptSegments.transcriptId, transcriptId))
    .orderBy(asc(start), asc(id));
}

/**
 * Returns all transcripts of a protocol, those in force and the drafts of all recordings, with their lines: in two
 * queries, however many there are.
 */
export async function transcriptsOf(db: Db, protocolId: string): Promise<[TranscriptRow, SegmentRow[]][]> {
  const rows = await db.select().from(transcripts).where(eq(transcripts.protocolId, protocolId));
  const { transcriptId, id, start, end, text, speaker, keywords, editedById } = transcriptSegments;
  const lines = await db
    .select({ transcriptId, id, start, end, text, speaker, keywords, editedById })
    .from(transcriptSegments)
    .where(
      inArray(
        transcriptId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(start), asc(id));
  const byTranscript = new Map(rows.map((row) => [row.id, [row, []] as [TranscriptRow, SegmentRow[]]]));
  for (const { transcriptId: of, ...line } of lines) byTranscript.get(of)?.[1].push(line);
  return [...byTranscript.values()];
}

/**
 * Stores a new transcript, in a transaction that has locked the protocol: in place of the one in force, or as a draft
 * beside it if a person has corrected that one. A transcript file that a person attached is replaced only by another
 * file.
 */
export async function keepTranscript(
  db: Db,
  of: Recorded,
  { lines, ...kept }: NewTranscript,
  now?: Date,
): Promise<'in force' | 'draft'> {
  const { id, isDraft } = await beginTranscript(db, of, kept, now);
  await addLines(
    db,
    id,
    lines.map((line) => ({ ...line, id: uuidv7() })),
  );
  if (!isDraft) await gatherSpoken(db, of.protocolId);
  return isDraft ? 'draft' : 'in force';
}

/** The same for a transcript whose lines arrive gradually; `endTranscript` completes it. */
export async function beginTranscript(
  db: Db,
  of: Recorded,
  { source, speakers = [] }: Omit<NewTranscript, 'lines'>,
  now?: Date,
): Promise<{ id: string; isDraft: boolean }> {
  const before = await findTranscript(db, of);
  const isDraft = before !== undefined && (await isKept(db, before, source));
  await db.delete(transcripts).where(and(ofRecording(of), isDraft ? eq(transcripts.isDraft, true) : undefined));
  const id = uuidv7();
  const version = isDraft ? 1 : (before?.version ?? 0) + 1;
  const times = now && { createdAt: now, updatedAt: now };
  const { protocolId, partId = null } = of;
  await db.insert(transcripts).values({ id, protocolId, partId, isDraft, source, speakers, version, ...times });
  return { id, isDraft };
}

/**
 * Adds lines; an existing line stays as it is, corrected or not. If the recording has only one voice, lines without a
 * speaker get that voice.
 */
export async function addLines(
  db: Db,
  transcriptId: string,
  lines: readonly (NewLine & { id: string })[],
): Promise<void> {
  const alone = lines.some(({ speaker }) => !speaker) ? await onlyVoiceIn(db, transcriptId) : null;
  for (let from = 0; from < lines.length; from += atOnce) {
    const rows = lines
      .slice(from, from + atOnce)
      .map((line) => ({ ...line, speaker: line.speaker || alone, transcriptId }));
    await db.insert(transcriptSegments).values(rows).onConflictDoNothing();
  }
}

/** Returns the only voice in the recording, as a person has set it. */
async function onlyVoiceIn(db: Db, transcriptId: string): Promise<string | null> {
  const ofFirst = sql<string | null>`case when ${transcripts.partId} is null then ${protocols.video}->>'speaker' end`;
  const [row] = await db
    .select({ speaker: sql<string | null>`coalesce(${recordingParts.speaker}, ${ofFirst})` })
    .from(transcripts)
    .innerJoin(protocols, eq(protocols.id, transcripts.protocolId))
    .leftJoin(recordingParts, eq(recordingParts.id, transcripts.partId))
    .where(eq(transcripts.id, transcriptId));
  return row?.speaker ?? null;
}

/** Returns the speaker of each line that nobody has corrected individually. */
export async function speakersOf(db: Db, transcriptId: string): Promise<ReadonlyMap<string, string | null>> {
  const { id, speaker, editedById } = transcriptSegments;
  const untouched = and(eq(transcriptSegments.transcriptId, transcriptId), isNull(editedById));
  const lines = await db.select({ id, speaker }).from(transcriptSegments).where(untouched);
  return new Map(lines.map((line) => [line.id, line.speaker]));
}

/** Finds a growing transcript, as long as nobody has removed or replaced it. */
export async function findGrowing(db: Db, id: string): Promise<TranscriptRow | undefined> {
  return (await db.select().from(transcripts).where(eq(transcripts.id, id)))[0];
}

/** Marks a transcript as complete: its lines can be searched, and captions are read again. */
export async function endTranscript(db: Db, { id, protocolId }: TranscriptRow): Promise<void> {
  await db
    .update(transcripts)
    .set({ version: sql`${transcripts.version} + 1` })
    .where(eq(transcripts.id, id));
  await gatherSpoken(db, protocolId);
}

/** Removes drafts and what was recognised from an earlier recording; a transcript that a person has changed stays. */
export async function forgetRecognised(db: Db, of: Recorded): Promise<void> {
  const before = await findTranscript(db, of);
  const stays = before !== undefined && (await isKept(db, before, 'service'));
  const gone = stays ? ne(transcripts.id, before.id) : undefined;
  await db.delete(transcripts).where(and(ofRecording(of), gone));
  // The removed transcript may have held the words of all recordings.
  await gatherSpoken(db, of.protocolId);
}

/** Whether a person has changed it: by a file, a corrected line, or the name of a voice. */
async function isKept(db: Db, { id, source, speakers }: TranscriptRow, by: TranscriptSource): Promise<boolean> {
  if (speakers.length > 0 || (source === 'file' && by !== 'file')) return true;
  const edited = and(eq(transcriptSegments.transcriptId, id), isNotNull(transcriptSegments.editedById));
  return (await db.select({ id: transcriptSegments.id }).from(transcriptSegments).where(edited).limit(1)).length > 0;
}

/** Replaces the transcript in force by the draft. @returns false if there is no draft */
export async function takeDraft(db: Db, of: Recorded, now: Date): Promise<boolean> {
  const draft = await findTranscript(db, of, true);
  if (!draft) return false;
  const before = await findTranscript(db, of);
  if (before) await db.delete(transcripts).where(eq(transcripts.id, before.id));
  const version = (before?.version ?? 0) + 1;
  await db.update(transcripts).set({ isDraft: false, version, updatedAt: now }).where(eq(transcripts.id, draft.id));
  await gatherSpoken(db, of.protocolId);
  return true;
}

/** @returns false where there is no draft */
export async function discardDraft(db: Db, of: Recorded): Promise<boolean> {
  const draft = and(ofRecording(of), eq(transcripts.isDraft, true));
  return (await db.delete(transcripts).where(draft).returning({ id: transcripts.id })).length > 0;
}

/** `before`: the line's content when it was corrected, as far as that is known. */
export type LineEdit = LineWords & { id: string; before?: LineWords | undefined };
type LineWords = { text?: string | undefined; speaker?: string | null | undefined };

/**
 * Writes corrected lines, with the person who corrected them; their times stay.
 * @returns 'gone' if a line is missing, 'overtaken' if somebody else has corrected one meanwhile: nothing is written
 */
export async function editLines(
  db: Db,
  { id: transcriptId, protocolId }: TranscriptRow,
  edits: readonly LineEdit[],
  by: string,
): Promise<'done' | 'gone' | 'overtaken'> {
  const ids = [...new Set(edits.map(({ id }) => id))];
  const mine = and(eq(transcriptSegments.transcriptId, transcriptId), inArray(transcriptSegments.id, ids));
  const { id: lineId, text: words, speaker: voice } = transcriptSegments;
  const found = await db.select({ id: lineId, text: words, speaker: voice }).from(transcriptSegments).where(mine);
  if (found.length < ids.length) return 'gone';
  const now = new Map(found.map((line) => [line.id, line]));
  if (edits.some((edit) => isOvertaken(edit, now.get(edit.id)))) return 'overtaken';
  for (const edit of edits) {
    // A client that sends the whole transcript back corrects only the lines that differ.
    if (isUnchanged(edit, now.get(edit.id))) continue;
    const { id, text, speaker } = edit;
    const set = { ...(text !== undefined && { text }), ...(speaker !== undefined && { speaker: speaker || null }) };
    await db
      .update(transcriptSegments)
      .set({ ...set, editedById: by })
      .where(and(eq(transcriptSegments.transcriptId, transcriptId), eq(transcriptSegments.id, id)));
  }
  await gatherSpoken(db, protocolId);
  return 'done';
}

function isUnchanged(edit: LineEdit, now: LineWords | undefined): boolean {
  return (['text', 'speaker'] as const).every(
    (part) => edit[part] === undefined || (edit[part] ?? '') === (now?.[part] ?? ''),
  );
}

/** Whether somebody else has changed a corrected part since: it is neither as it was read nor as it was corrected. */
function isOvertaken({ before, ...edit }: LineEdit, now: LineWords | undefined): boolean {
  if (!before || !now) return false;
  return (['text', 'speaker'] as const).some((part) => {
    if (edit[part] === undefined || before[part] === undefined) return false;
    const there = now[part] ?? '';
    return there !== (before[part] ?? '') && there !== (edit[part] ?? '');
  });
}

/** Returns the names of the speakers of its lines; '' for lines without one. */
export async function voicesIn(db: Db, transcriptId: string): Promise<Set<string>> {
  const { speaker, transcriptId: of } = transcriptSegments;
  const rows = await db.selectDistinct({ speaker }).from(transcriptSegments).where(eq(of, transcriptId));
  return new Set(rows.map((row) => row.speaker ?? ''));
}

/**
 * Renames voices in all of their lines at once, so that two may swap names. The voice '' is that of lines without one.
 */
export async function renameVoices(db: Db, transcriptId: string, names: ReadonlyMap<string, string>): Promise<void> {
  if (names.size === 0) return;
  const voice = sql`coalesce(${transcriptSegments.speaker}, '')`;
  const cases = [...names].map(([from, to]) => sql`when ${from} then ${to}`);
  await db
    .update(transcriptSegments)
    .set({ speaker: sql`case ${voice} ${sql.join(cases, sql` `)} else ${transcriptSegments.speaker} end` })
    .where(and(eq(transcriptSegments.transcriptId, transcriptId), inArray(voice, [...names.keys()])));
}

/** Stores the people behind the voices, and increments the version. */
export async function raiseVersion(
  db: Db,
  row: TranscriptRow,
  speakers: TranscriptRow['speakers'],
  now: Date,
): Promise<void> {
  await db
    .update(transcripts)
    .set({ speakers, version: row.version + 1, updatedAt: now })
    .where(eq(transcripts.id, row.id));
}

/** Writes the keywords that were found into these lines. */
export async function markLines(db: Db, transcriptId: string, ids: string[], keywords: string[]): Promise<void> {
  const which = and(eq(transcriptSegments.transcriptId, transcriptId), inArray(transcriptSegments.id, ids));
  await db.update(transcriptSegments).set({ keywords }).where(which);
}

/**
 * Gathers the words of a protocol again, after each change of the lines of any of its recordings. They are all stored
 * with one transcript in force, so that a search finds several words together wherever they are said.
 */
export async function gatherSpoken(db: Db, protocolId: string): Promise<void> {
  const inForce = sql`select o.id from ${transcripts} o where o.protocol_id = ${protocolId} and not o.is_draft`;
  await db.execute(sql`update ${transcripts} as t set spoken = case
      when t.id = (${inForce} order by o.part_id nulls first limit 1) then (
        select array_to_tsvector(array_agg(distinct word.lexeme) || array['=' || p.owner_id])
        from ${transcriptSegments} s cross join unnest(s.search) as word where s.transcript_id in (${inForce})) end
    from ${protocols} p
    where t.protocol_id = ${protocolId} and p.id = t.protocol_id and not t.is_draft`);
}
