import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Meeting } from '#contract/meeting.ts';
import { ApiError, errorWords } from '#src/lib/api-errors.ts';
import { refetchMeetings } from '#src/lib/queries/meetings.ts';
import type { FilesValue } from './meeting-files-field.tsx';
import { bodyOf, type MeetingForm, meetingForm } from './meeting-form-values.ts';
import { newAttempt, saveMeeting } from './save-meeting.ts';

const fieldNames = ['title', 'start_at', 'end_at', 'place', 'link', 'description', 'participants'] as const;
type FieldName = (typeof fieldNames)[number];

interface MeetingFormInput {
  initial: MeetingForm;
  /** The meeting that is changed; none for a new one. */
  existing: Meeting | undefined;
  onSaved: (times: Pick<Meeting, 'start_at' | 'end_at'>) => void;
  onFailed: (words: string) => void;
}

/** The form of a meeting, its files, and its way to the server. What is refused lands at its field. */
export function useMeetingForm({ initial, existing, onSaved, onFailed }: MeetingFormInput) {
  const client = useQueryClient();
  const [attempt] = useState(newAttempt);
  const [files, setFiles] = useState<FilesValue>({ added: [], removedIds: [] });
  const [filesError, setFilesError] = useState<string>();
  const form = useForm<MeetingForm, unknown, z.output<typeof meetingForm>>({
    mode: 'onTouched',
    resolver: zodResolver(meetingForm),
    defaultValues: initial,
  });

  const save = useMutation({
    mutationFn: (values: z.output<typeof meetingForm>) => {
      const change = { body: bodyOf(values), files: files.added, removedFileIds: files.removedIds };
      return saveMeeting(attempt, change, existing);
    },
    onMutate: () => setFilesError(undefined),
    onSuccess: (meeting, { start_at, end_at }) => {
      // A provider may answer with the id alone, or with nothing.
      onSaved({ start_at, end_at, ...meeting });
      return refetchMeetings(client);
    },
    onError: (error) => {
      onFailed(errorWords(error).words);
      const told = fieldErrors(error);
      if (told.files) setFilesError(told.files);
      const fields = fieldNames.filter((name) => told[name]);
      for (const [index, name] of fields.entries()) {
        form.setError(name, { message: told[name] ?? '' }, { shouldFocus: index === 0 });
      }
    },
  });

  const isTold = save.error && Object.keys(fieldErrors(save.error)).length > 0;
  return {
    form,
    files,
    filesError,
    setFiles: (value: FilesValue) => {
      setFiles(value);
      setFilesError(undefined);
    },
    isDirty: form.formState.isDirty || files.added.length + files.removedIds.length > 0,
    isSaving: save.isPending,
    /** What no field can say. */
    failure: save.error && !isTold ? errorWords(save.error) : undefined,
    submit: form.handleSubmit((values) => save.mutate(values)),
  };
}

/** The server's words by the field of the form. */
function fieldErrors(error: unknown): Partial<Record<FieldName | 'files', string>> {
  if (!(error instanceof ApiError)) return {};
  const told: Partial<Record<FieldName | 'files', string>> = {};
  for (const [name, message] of Object.entries(error.fields)) {
    const own = name.replace(/^participant_ids/, 'participants').split('.')[0] ?? '';
    const field = own === 'remove_file_ids' ? 'files' : [...fieldNames, 'files' as const].find((each) => each === own);
    if (field) told[field] ??= message;
  }
  return told;
}
