import { hasContent } from '#contract/documents/printed/build-minutes.ts';
import { documentInput } from '#contract/documents/printed/protocol-input.ts';
import { type Evidence, plainEvidence } from '#contract/evidence.ts';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import type { Recording, Video } from '#contract/recordings/recording.ts';
import { questionFinder } from '#contract/tasks/task-question.ts';
import type { Seen } from '#server/modules/protocols/index.ts';

/**
 * Replaces the text of a question that the person may not read. The question stays, so that the others keep their
 * numbers.
 */
const masked = '…';

/**
 * Returns the parts of a signed protocol that a person may read: nothing of its recording, and nothing of other
 * questions where only extracts are theirs.
 */
export function seenProtocol(protocol: Protocol, { parts, items }: Seen): Protocol {
  const { video: _video, processing: _processing, recordings: _recordings, marks: _marks, ...rest } = protocol;
  const read: Protocol = {
    ...rest,
    stage: 'final',
    agenda: (rest.agenda ?? []).map(withoutQuotes),
    tasks: (rest.tasks ?? []).map(unquoted),
  };
  if (parts === 'whole') return read;
  const questionOf = questionFinder(read.agenda ?? []);
  const isOwn = (of: { agenda_id?: string | null | undefined }) => items.includes(of.agenda_id ?? '');
  return {
    ...read,
    agenda: printedItems(read).map((item) => (items.includes(item.id) ? item : { id: item.id, title: masked })),
    tasks: (read.tasks ?? []).filter((task) => items.includes(questionOf(task) ?? '')),
    attachments: (read.attachments ?? []).filter(isOwn),
  };
}

/** Returns the questions that a person may read, with their numbers in the printed protocol. */
export function seenItems(protocol: Protocol, { parts, items }: Seen) {
  const numbered = printedItems(protocol).map(({ id, title }, index) => ({ id, position: index + 1, title }));
  return parts === 'whole' ? numbered : numbered.filter(({ id }) => items.includes(id));
}

/** Keeps the moments of a question but drops their quotes, which are lines of the transcript. */
function withoutQuotes({ moments: _, ...item }: AgendaItem): AgendaItem {
  return { ...unquoted(item), decisions: item.decisions?.map(unquoted) };
}

function unquoted<T extends { evidence?: Evidence | null | undefined }>(quoted: T): T {
  return quoted.evidence ? { ...quoted, evidence: plainEvidence(quoted.evidence) } : quoted;
}

function printedItems(protocol: Protocol) {
  const printed = new Set(
    documentInput(protocol, [])
      .agenda.filter(hasContent)
      .map(({ id }) => id),
  );
  return (protocol.agenda ?? []).filter(({ id }) => printed.has(id));
}

/** Returns a recording for a participant: it can be watched, without the original file and the transcript. */
export function watchedVideo({ upload_id, url, type, poster_url, duration, width, height }: Video): Video | null {
  return url ? { upload_id, url, type, poster_url, duration, width, height } : null;
}

/** Returns one of several recordings for a participant, without the state of its processing. */
export function watchedRecording({ id, is_first, title, pause, stage, video, ...rest }: Recording): Recording {
  const { beside_id, offset, speaker } = rest;
  return { id, is_first, title, pause, beside_id, offset, speaker, stage, video: video && watchedVideo(video) };
}
