import type { Meeting } from '#contract/meeting.ts';
import { isOurs } from '#src/lib/is-ours.ts';
import { amend } from '#src/lib/writes/amend.ts';
import { plainMeeting } from '#src/lib/writes/lay-meetings.ts';
import { createMeeting, updateMeeting } from '#src/lib/writes/meeting-writes.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';
import { write } from '#src/lib/writes/write.ts';
import { variablesOf } from '#src/lib/writes/write-kind.ts';
import type { OpenForm } from '#src/offline/outbox-forms.ts';
import type { OutboxRow } from '#src/offline/outbox-row.ts';
import type { bodyOf } from './meeting-form-values.ts';

export interface FormContent {
  body: ReturnType<typeof bodyOf>;
  files: readonly File[];
  removedFileIds: readonly string[];
}

interface SaveTarget {
  /** Of a new meeting: the same for every try of a form. */
  id: string;
  /** The meeting that is changed. */
  existing: Laid<Meeting> | undefined;
  /** The refused write that is sent again as the form has it now. */
  refused: OutboxRow | undefined;
  form: OpenForm;
}

/** What became of it: it waits on the device, or what the server made of it, undefined where it answered otherwise. */
export type SavedMeeting = { kept: boolean; meeting?: Meeting | undefined };

/** Writes a meeting as its form has it: a new one, a change, or a refused write once more. */
export async function saveMeeting(content: FormContent, target: SaveTarget): Promise<SavedMeeting> {
  const { body, files, removedFileIds } = content;
  const { id, existing, refused, form } = target;
  const change = { ...body, ...(removedFileIds.length > 0 ? { remove_file_ids: [...removedFileIds] } : {}) };
  const made = refused && variablesOf(createMeeting, refused);
  const changed = refused && variablesOf(updateMeeting, refused);
  if (refused && made) await amend(createMeeting, refused, { ...made, body, files });
  else if (refused && changed) await amend(updateMeeting, refused, { ...changed, change, files });
  else if (existing) {
    const variables = { meeting: plainMeeting(existing), change, files, isOurs: await isOurs() };
    const { kept, reply } = await write(updateMeeting, variables, { form, laid: existing.unsent?.writes });
    return { kept, meeting: reply };
  } else {
    const { kept, reply } = await write(createMeeting, { id, body, files }, { form });
    return { kept, meeting: reply };
  }
  return { kept: true };
}
