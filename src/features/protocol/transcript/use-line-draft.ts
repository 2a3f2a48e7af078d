import { use, useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { TranscriptSegment } from '#contract/recordings/transcript.ts';
import { readSession } from '#src/sync/index.ts';
import { deviceDrafts } from '../editing/device-drafts.ts';
import { acquireDraft, holdDraft, whenDraftIsLeft } from '../editing/draft-lock.ts';
import { type Editing, EditingContext, type FormKey } from '../editing/editing.ts';
import { lineEdit } from './line-edit.ts';

/** Entry of a line in `typed`. */
export interface TypedLine {
  /** Whether the typed text would survive a crash. */
  isOnDevice: boolean;
  /** Name of the draft; `release` releases its lock while the form is not mounted. */
  draftName?: string | undefined;
  release?: (() => void) | undefined;
}

function lineIn(typed: Editing['typed'], key: FormKey): TypedLine | undefined {
  return typed.get(key) as TypedLine | undefined;
}

/** Returns the owner of the drafts of a protocol's lines: the signed-in person. */
function useDraftPlace(protocolId: string) {
  return useMemo(() => ({ userId: readSession().userId ?? '', protocolId }), [protocolId]);
}

/**
 * Keeps the text typed in a line on the device with every key, and restores what an earlier visit left. `opened` is the
 * line as it was when the correction began: a change that somebody else makes meanwhile is a conflict.
 */
export function useLineDraft(protocolId: string, line: TranscriptSegment) {
  const { typed } = use(EditingContext);
  const place = useDraftPlace(protocolId);
  const { id } = line;
  const key: FormKey = `line ${id}`;
  const [draftName] = useState(() => lineIn(typed, key)?.draftName ?? lineDrafts.newName(place, id));
  const [restored] = useState(() => lineDrafts.read(draftName));
  const [opened] = useState<TranscriptSegment>(() => ({ ...line, ...restored?.before }));
  const [text, setText] = useState(restored?.text ?? line.text);
  const [speaker, setSpeaker] = useState((restored ? restored.speaker : line.speaker) ?? '');
  const forget = () => {
    lineDrafts.remove(draftName);
    typed.delete(key);
  };
  const keep = (words: { text: string; speaker: string }) => {
    if (!lineEdit(opened, words)) return forget();
    const before = { text: opened.text, speaker: opened.speaker ?? null };
    const isOnDevice = lineDrafts.write(draftName, { id, savedAt: new Date().toISOString(), ...words, before });
    typed.set(key, { isOnDevice, draftName } satisfies TypedLine);
  };
  useEffect(() => {
    const release = holdDraft(draftName);
    const before = lineIn(typed, key);
    if (before) {
      before.release?.();
      typed.set(key, { ...before, release: undefined } satisfies TypedLine);
    }
    return () => {
      const now = lineIn(typed, key);
      // Another line was opened in its place: the lock is kept until the correction of this line is resumed.
      if (now?.draftName === draftName) typed.set(key, { ...now, release } satisfies TypedLine);
      else release();
    };
  }, [draftName, typed, key]);
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

/** Draft of a line with its unsaved text. */
const draft = z.object({
  id: z.string(),
  savedAt: z.string(),
  ...words,
  /** Text and speaker when the correction began. */
  before: z.object(words),
});

const lineDrafts = deviceDrafts({ kind: 'line-text', formerKind: 'line-draft' }, draft);

/** Opens a line with text that an earlier visit left unsaved; does nothing while `open` is undefined. */
export function useLeftLine(
  protocolId: string,
  lines: readonly TranscriptSegment[],
  open: ((id: string) => void) | undefined,
): void {
  const { typed } = use(EditingContext);
  const place = useDraftPlace(protocolId);
  useEffect(() => {
    if (!open) return;
    const over = new AbortController();
    const { signal } = over;
    const look = async () => {
      for (const { id, name } of lineDrafts.readAll(place)) {
        if (!lines.some((line) => line.id === id)) continue;
        const key: FormKey = `line ${id}`;
        const own = lineIn(typed, key)?.draftName;
        const acquired = own === name ? undefined : await acquireDraft(name);
        if (signal.aborted) return acquired?.();
        if (own === name || (acquired && own === undefined && lineDrafts.read(name))) {
          if (acquired) typed.set(key, { isOnDevice: true, draftName: name, release: acquired } satisfies TypedLine);
          over.abort();
          return open(id);
        }
        acquired?.();
        // Another tab is writing it, or was closed a moment ago.
        if (!acquired) whenDraftIsLeft(name, signal).then(look, () => undefined);
      }
    };
    void look();
    return () => over.abort();
  }, [open, place, lines, typed]);
  useEffect(
    () => () => {
      // The locks are released, so that the drafts can be opened elsewhere.
      for (const [key, line] of typed) {
        if (!key.startsWith('line ')) continue;
        const { isOnDevice, release } = line as TypedLine;
        release?.();
        typed.set(key, { isOnDevice } satisfies TypedLine);
      }
    },
    [typed],
  );
}
