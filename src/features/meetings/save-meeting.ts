import { uuidv7 } from 'uuidv7';
import { calls } from '#contract/calls.ts';
import type { Meeting } from '#contract/meeting.ts';
import { api } from '#src/lib/api.ts';
import { ApiError } from '#src/lib/api-errors.ts';
import { formDataOf } from '#src/lib/form-data.ts';
import { isOurs } from '#src/lib/is-ours.ts';
import { written } from '#src/lib/written.ts';
import type { bodyOf } from './meeting-form-values.ts';
import { updateBody } from './update-body.ts';

export interface MeetingChange {
  body: ReturnType<typeof bodyOf>;
  /** New files; with any the body goes as form data. */
  files: readonly File[];
  removedFileIds: readonly string[];
}

/** What makes a repeat of the same submit the same for the server: one for each open form. */
export interface SaveAttempt {
  id: string;
  key: string;
  sent: string;
}

export function newAttempt(): SaveAttempt {
  return { id: uuidv7(), key: '', sent: '' };
}

/**
 * Creates a meeting, or changes the existing one. A repeat of what was sent already makes nothing twice. Undefined where
 * the server took it and answered in a shape of its own.
 */
export async function saveMeeting(
  attempt: SaveAttempt,
  change: MeetingChange,
  existing: Meeting | undefined,
): Promise<Meeting | undefined> {
  const text = JSON.stringify([change.body, change.removedFileIds, change.files.map(describe)]);
  if (attempt.sent !== text) Object.assign(attempt, { sent: text, key: uuidv7() });
  const ours = await isOurs();
  if (existing) return await written(update(existing, change, attempt.key, ours));
  try {
    return await written(create(ours ? attempt.id : undefined, change, attempt.key));
  } catch (error) {
    if (!(ours && error instanceof ApiError && error.code === 'id_taken')) throw error;
    // An earlier try got through without its answer, and was changed since.
    return await update({ id: attempt.id }, change, uuidv7(), ours);
  }
}

function create(id: string | undefined, { body, files }: MeetingChange, idempotencyKey: string): Promise<Meeting> {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const whole = { ...given, title: body.title, start_at: body.start_at, end_at: body.end_at, ...(id ? { id } : {}) };
  if (files.length === 0) return api(calls.createMeeting, { idempotencyKey, body: whole });
  return api(calls.createMeeting, { idempotencyKey, form: formDataOf(calls.createMeeting, whole, { files }) });
}

function update(meeting: Meeting, change: MeetingChange, idempotencyKey: string, ours: boolean): Promise<Meeting> {
  const { body, files, removedFileIds } = change;
  const params = { id: meeting.id };
  const removal = removedFileIds.length > 0 ? { remove_file_ids: [...removedFileIds] } : {};
  const whole = updateBody(meeting, { ...body, ...removal }, ours);
  if (files.length === 0) return api(calls.updateMeeting, { params, idempotencyKey, body: whole });
  return api(calls.updateMeeting, { params, idempotencyKey, form: formDataOf(calls.updateMeeting, whole, { files }) });
}

function describe({ name, size, lastModified }: File): [string, number, number] {
  return [name, size, lastModified];
}
