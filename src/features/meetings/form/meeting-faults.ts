import { ApiError } from '#src/sync/index.ts';

export const meetingFields = ['title', 'start_at', 'end_at', 'place', 'link', 'description', 'participants'] as const;
type FieldName = (typeof meetingFields)[number] | 'files';

/** The server's words by the field of the form. */
export function meetingFaults(error: unknown): Partial<Record<FieldName, string>> {
  if (!(error instanceof ApiError)) return {};
  const told: Partial<Record<FieldName, string>> = {};
  for (const [name, message] of Object.entries(error.fields)) {
    const own = name.replace(/^participant_ids/, 'participants').split('.')[0] ?? '';
    const field =
      own === 'remove_file_ids' ? 'files' : [...meetingFields, 'files' as const].find((each) => each === own);
    if (field) told[field] ??= message;
  }
  return told;
}
