import { use, useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { TranscriptSegment } from '#contract/transcript.ts';
import { readSession } from '#src/sync/index.ts';
import { deviceDrafts } from '../editing/device-drafts.ts';
import { EditingContext, type FormKey } from '../editing/editing.ts';
import { lineEdit } from './line-edit.ts';

/** The value of a line in `typed`. */
export interface TypedLine {
  /** Whether it would be there after a crash. */
  isOnDevice: boolean;
}

/** The drafts of one protocol's lines belong to who is signed in. */
function useDraftPlace(protocolId: string) {
  return useMemo(() => ({ userId: readSession().userId ?? '', protocolId }), [protocolId]);
}

/**
 * What is typed in a line, kept on the device with every key, and what an earlier visit left in it. `opened` is the line
 * as it was when the correction began: what somebody else makes of it meanwhile is a conflict.
 */
export function useLineDraft(protocolId: string, line: TranscriptSegment) {
  const { typed } = use(EditingContext);
  const place = useDraftPlace(protocolId);
  const [restored] = useState(() => lineDrafts.read(place, line.id));
  const [opened] = useState<TranscriptSegment>(() => ({ ...line, ...restored?.before }));
  const [text, setText] = useState(restored?.text ?? line.text);
  const [speaker, setSpeaker] = useState((restored ? restored.speaker : line.speaker) ?? '');
  const { id } = line;
  const key: FormKey = `line ${id}`;
  const forget = () => {
    lineDrafts.remove(place, id);
    typed.delete(key);
  };
  const keep = (words: { text: string; speaker: string }) => {
    if (!lineEdit(opened, words)) return forget();
    const before = { text: opened.text, speaker: opened.speaker ?? null };
    const isOnDevice = lineDrafts.write(place, id, { id, savedAt: new Date().toISOString(), ...words, before });
    typed.set(key, { isOnDevice } satisfies TypedLine);
  };
  useEffect(() => lineDrafts.hold(place, id), [place, id]);
  useEffect(() => {
    if (restored) typed.set(key, { isOnDevice: true } satisfies TypedLine);
  }, [restored, typed, key]);
  return {
    opened,
    restoredAt: restored?.savedAt,
    text,
    speaker,
    forget,
    change(part: { text?: string; speaker?: string }) {
      const words = { text, speaker, ...part };
      setText(words.text);
      setSpeaker(words.speaker);
      keep(words);
    },
  };
}

const words = { text: z.string(), speaker: z.nullable(z.string()) };

/** The unsaved text of a line. */
const draft = z.object({
  id: z.string(),
  savedAt: z.string(),
  ...words,
  /** The text when the correction began. */
  before: z.object(words),
});

const lineDrafts = deviceDrafts('line-draft', draft);

/** Opens a line in which the page was left before what was typed was saved; nothing while another one is open. */
export function useLeftLine(
  protocolId: string,
  lines: readonly TranscriptSegment[],
  open: ((id: string) => void) | undefined,
): void {
  const place = useDraftPlace(protocolId);
  useEffect(() => {
    if (!open) return;
    const over = new AbortController();
    const { signal } = over;
    const look = async () => {
      for (const { id } of lineDrafts.readAll(place)) {
        if (!lines.some((line) => line.id === id)) continue;
        const isAbandoned = await lineDrafts.isAbandoned(place, id);
        if (signal.aborted) return;
        // Another tab is writing it, or ended a moment ago.
        if (!isAbandoned) lineDrafts.whenAbandoned(place, id, signal).then(look, () => undefined);
        else {
          over.abort();
          return open(id);
        }
      }
    };
    void look();
    return () => over.abort();
  }, [open, place, lines]);
}
