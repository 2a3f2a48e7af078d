import type { QueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type {
  DraftChoiceName,
  Transcript,
  TranscriptSegment,
  TranscriptUpdate,
} from '#contract/recordings/transcript.ts';
import { entities } from '#src/data/entities.ts';
import { protocolQuery } from '#src/data/protocol/index.ts';
import { addressOfMutation, protocolScope } from '#src/data/protocol-scope.ts';
import { type ChangeContext, defineCollection, defineMutation, needsPerson, type Optimistic } from '#src/sync/index.ts';
import { transcriptQuery } from './queries.ts';

export interface TranscriptChange {
  protocolId: string;
  /** Id of the recording, if there are several; undefined for the first. */
  recordingId?: string | undefined;
  change: Pick<TranscriptUpdate, 'segments' | 'rename'>;
}

export interface DraftChoice {
  protocolId: string;
  recordingId?: string | undefined;
  draft: DraftChoiceName;
  /** Version of the transcript that the choice is based on. */
  version: number | undefined;
}

export interface NewSubtitles {
  protocolId: string;
  recordingId?: string | undefined;
  file: File;
}

/** The first recording is not named, since a server with only one recording does not know the field. */
const naming = (recordingId: string | undefined) => (recordingId === undefined ? {} : { recording_id: recordingId });

const placed = (protocolId: string) => ({
  scope: protocolScope(protocolId),
  subject: `transcript:${protocolId}`,
  params: { id: protocolId },
});

/**
 * PUT /protocols/{id}/transcript: corrected lines and renamed voices. Each line contains its id and previous text, so
 * no version is needed. A single line is a subject of its own: while one waits for a person, the others are sent.
 */
export const updateTranscript = defineMutation({
  name: 'transcript.update',
  call: calls.updateTranscript,
  prepare: ({ protocolId, recordingId, change }: TranscriptChange) => ({
    ...placed(protocolId),
    ...subjectOf(change),
    title: titleOf(change),
    body: { ...change, ...naming(recordingId) },
  }),
  changes: ({ protocolId, recordingId, change }) => [
    entities.transcript.update(
      protocolId,
      (all, { row, mark }) =>
        changeOne(all, recordingId, (transcript) =>
          row && needsPerson(row) ? markSegments(transcript, change, mark) : applyChange(transcript, change, mark),
        ),
      { isUnmarked: true },
    ),
  ],
  updateCache: (client, { protocolId }, reply) => showTranscript(client, protocolId, reply),
});

function subjectOf({ segments = [], rename = [] }: TranscriptChange['change']) {
  const [line, ...others] = segments;
  return line && others.length + rename.length === 0 ? { subject: line.id } : {};
}

/** Returns the title of a change with its text, which can then be read in the queue in any case. */
function titleOf({ segments = [], rename = [] }: TranscriptChange['change']): string {
  const [voice] = rename;
  if (voice) return `Голос в расшифровке: «${voice.to}»`;
  const [line] = segments;
  return line?.text ? `Строка расшифровки «${line.text}»` : 'Правка расшифровки';
}

/** Takes over the result of a new run, or discards it. */
export const chooseDraft = defineMutation({
  name: 'transcript.draft',
  call: calls.updateTranscript,
  prepare: ({ protocolId, recordingId, draft, version }: DraftChoice) => ({
    ...placed(protocolId),
    title: draft === 'take' ? 'Взять новую расшифровку' : 'Убрать новую расшифровку',
    body: { draft, ...naming(recordingId), ...(version !== undefined && { version }) },
  }),
  changes: () => [],
  updateCache: (client, { protocolId }, reply) => showTranscript(client, protocolId, reply),
});

/** Attaches a subtitle file in place of speech recognition. */
export const attachSubtitles = defineMutation({
  name: 'transcript.attach',
  call: calls.updateTranscript,
  prepare: ({ protocolId, recordingId, file }: NewSubtitles) => ({
    ...placed(protocolId),
    title: `Субтитры «${file.name}»`,
    body: naming(recordingId),
    files: { subtitles: file },
  }),
  changes: () => [],
  updateCache: (client, { protocolId }, reply) => showTranscript(client, protocolId, reply),
});

export const transcriptMutations = [updateTranscript, chooseDraft, attachSubtitles] as const;

export type OptimisticTranscript = Pick<Transcript, 'speakers' | 'source' | 'version' | 'draft' | 'parts'> & {
  segments: Optimistic<TranscriptSegment>[];
};

/** Changes the transcript of one of the recordings. */
function changeOne(
  all: Transcript,
  recordingId: string | undefined,
  change: <T extends OneTranscript>(one: T) => T,
): Transcript {
  if (recordingId === undefined) return change(all);
  const parts = all.parts?.map((part) => (part.recording_id === recordingId ? change(part) : part));
  return { ...all, parts };
}

type OneTranscript = Pick<Transcript, 'segments' | 'speakers'>;

/**
 * The transcripts: queued mutations mark single segments; one that waits for a person only marks and does not change
 * them.
 */
export const transcriptCollection = defineCollection<Transcript>({
  entity: entities.transcript,
  idOf: () => undefined,
  holding: () => undefined,
  address: addressOfMutation,
});

type Mark = ChangeContext['mark'];

function markSegments<T extends OneTranscript>(to: T, { segments = [] }: TranscriptChange['change'], mark: Mark): T {
  const ids = new Set(segments.map(({ id }) => id));
  return { ...to, segments: to.segments.map((segment) => (ids.has(segment.id) ? mark(segment) : segment)) };
}

function applyChange<T extends OneTranscript>(
  to: T,
  { segments = [], rename = [] }: TranscriptChange['change'],
  mark: Mark,
): T {
  const edits = new Map(segments.map((edit) => [edit.id, edit]));
  const names = new Map(rename.map(({ from, to: name }) => [from, name]));
  const others = (to.speakers ?? []).filter(({ name }) => !names.has(name));
  const personOf = (voice: string) => others.find(({ name }) => name === voice)?.user_id ?? null;
  const voice = (name: string | null | undefined) => names.get(name ?? '') ?? name;
  return {
    ...to,
    speakers: [
      ...others.filter(({ name }) => !rename.some((each) => each.to === name)),
      // A voice that is named like another joins it, and that one's person stays unless another is chosen.
      ...rename.map(({ to: name, user_id }) => ({ name, user_id: user_id ?? personOf(name) })),
    ],
    segments: to.segments.map((segment) => {
      const edit = edits.get(segment.id);
      if (!edit && !names.has(segment.speaker ?? '')) return segment;
      const edited = {
        ...segment,
        ...(edit?.text !== undefined && { text: edit.text }),
        ...(edit?.speaker !== undefined && { speaker: edit.speaker }),
      };
      const named = { ...edited, speaker: voice(edited.speaker) };
      return edit ? mark(named) : named;
    }),
  };
}

async function showTranscript(client: QueryClient, id: string, reply: Transcript | undefined): Promise<void> {
  const { queryKey } = transcriptQuery(id);
  if (reply) client.setQueryData(queryKey, reply);
  else await client.invalidateQueries({ queryKey });
  // The captions and the proposals have changed with it.
  await client.invalidateQueries({ queryKey: protocolQuery(id).queryKey, exact: true });
}
