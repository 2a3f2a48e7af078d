import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type * as z from 'zod/mini';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { isOver, updateSeries } from '#src/data/meeting/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { ApiError, errorWords, type Optimistic, toApiError, useOpenForm, useSession } from '#src/sync/index.ts';
import {
  bodyOf,
  changedBody,
  type FilesValue,
  isRepeatChanged,
  type MeetingForm,
  meetingForm,
  rememberChoice,
  willInvite,
} from '../base/meeting-form-values.ts';
import type { Reach } from '../series/reach-question.tsx';
import { type RefusedMeeting, type SavedMeeting, saveMeeting } from './save-meeting.ts';

interface MeetingFormInput {
  initial: MeetingForm;
  /** The edited meeting; undefined for a new one. */
  existing: Optimistic<Meeting> | undefined;
  /** The refused mutation that the form shows again. */
  refused: RefusedMeeting | undefined;
  onSaved: (
    saved: Pick<Meeting, 'start_at' | 'end_at'> & Pick<SavedMeeting, 'mails' | 'series'>,
    kept: boolean,
  ) => void;
  onFailed: (words: string) => void;
}

/** Values to save, and the meetings of the series that they apply to. */
type Answered = { values: z.output<typeof meetingForm>; reach: Reach };

const noFiles: FilesValue = { added: [], removedIds: [] };

/** State of a meeting's form, its files and its saving. Server errors are shown at their fields. */
export function useMeetingForm({ initial, existing, refused, onSaved, onFailed }: MeetingFormInput) {
  const open = useOpenForm();
  const { meetingInvitations, meetingSeries, seriesInvitations } = useOffers();
  const { userId } = useSession();
  const [id] = useState(uuidv7);
  const [files, setFiles] = useState<FilesValue>(refused?.files ?? noFiles);
  const [reason] = useState(() => (refused?.row.fault ? toApiError(refused.row.fault) : undefined));
  const [filesError, setFilesError] = useState(reason && meetingFaults(reason).files);
  const form = useForm<MeetingForm, unknown, z.output<typeof meetingForm>>({
    mode: 'onTouched',
    resolver: zodResolver(meetingForm),
    defaultValues: initial,
  });
  const { setError } = form;
  const [asked, setAsked] = useState<z.output<typeof meetingForm>>();
  // A meeting that is over or has a protocol is excluded from changes of its series.
  const [isOpen] = useState(() => !existing || (!existing.protocol_id && !isOver(existing, Date.now())));
  const mayAsk = Boolean(meetingSeries && existing?.series && !refused && isOpen);

  useEffect(() => {
    if (reason) setFieldErrors(reason, setError);
  }, [reason, setError]);

  // Not the state of the mutation, which another press of Ctrl+Enter does not see yet.
  const isSent = useRef(false);
  const save = useMutation({
    mutationFn: ({ values, reach }: Answered) => {
      setAsked(undefined);
      const fields = { body: bodyOf(values), changed: changedBody(initial, values) };
      const invites = Boolean(meetingInvitations) && willInvite(values, userId);
      if (invites || values.guests.length + values.participants.length > 0)
        rememberChoice(existing?.invitations ? 'notify' : 'invite', values.invites);
      const invitesToSeries = Boolean(seriesInvitations);
      const content = { ...fields, files: files.added, removedFileIds: files.removedIds, invites, invitesToSeries };
      const target = { id, existing, refused: refused?.row, form: open };
      return saveMeeting(content, { ...target, series: { initial, values, reach } });
    },
    onMutate: () => setFilesError(undefined),
    // A provider may answer with the id alone, or with nothing.
    onSuccess: ({ kept, meeting, mails, series }, { values: { start_at, end_at } }) =>
      onSaved({ start_at, end_at, ...meeting, mails, series }, kept),
    onError: (error) => {
      isSent.current = false;
      onFailed(errorWords(error).words);
      setFilesError(meetingFaults(error).files);
      setFieldErrors(error, setError);
    },
  });

  const send = (answered: Answered) => {
    if (isSent.current) return;
    isSent.current = true;
    save.mutate(answered);
  };

  const error = save.error ?? (save.isIdle ? reason : undefined);
  const isAtField = error && Object.keys(meetingFaults(error)).length > 0;
  const isSame = files.added === refused?.files.added && files.removedIds === refused.files.removedIds;
  return {
    /** The id of the meeting, also of a new one. */
    id: existing?.id ?? refused?.row.subject ?? id,
    form,
    files,
    filesError,
    setFiles: (value: FilesValue) => {
      setFiles(value);
      setFilesError(undefined);
    },
    isDirty: form.formState.isDirty || (!isSame && files.added.length + files.removedIds.length > 0),
    isSaving: save.isPending,
    /** An error that belongs to no field. */
    failure: error && !isAtField ? errorWords(error) : undefined,
    /** Values that wait until the person has chosen which meetings of the series are meant. */
    asked,
    /** Whether the form offers repetition: for a new meeting, or a coming one of a series. */
    mayRepeat: meetingSeries && (existing ? mayAsk || refused?.row.kind === updateSeries.name : true),
    /** Whether the repetition was changed, which cannot apply to one meeting only. */
    isRepeatChanged: asked !== undefined && isRepeatChanged(initial, asked),
    /** Whether the change may cancel meetings to which people are invited. */
    mayCallOff: Boolean(meetingInvitations) && asked !== undefined && changesDays(initial, asked),
    /** Whether people are told of a change of a series as it is saved. */
    tellsSeries: Boolean(seriesInvitations),
    answer: (reach: Reach) => asked && send({ values: asked, reach }),
    dismiss: () => setAsked(undefined),
    submit: form.handleSubmit((values) => {
      const isChanged = Object.keys(changedBody(initial, values)).length > 0 || isRepeatChanged(initial, values);
      if (isSent.current) return;
      if (mayAsk && isChanged) setAsked(values);
      else send({ values, reach: 'one' });
    }),
  };
}

function changesDays(initial: MeetingForm, values: MeetingForm): boolean {
  return isRepeatChanged(initial, values) || changedBody(initial, values).start_at !== undefined;
}

type SetError = ReturnType<typeof useForm<MeetingForm>>['setError'];

function setFieldErrors(error: unknown, setError: SetError): void {
  const messages = meetingFaults(error);
  const fields = meetingFields.filter((name) => messages[name]);
  for (const [index, name] of fields.entries()) {
    setError(name, { message: messages[name] ?? '' }, { shouldFocus: index === 0 });
  }
}

const meetingFields = [
  'title',
  'start_at',
  'end_at',
  'place',
  'link',
  'description',
  'participants',
  'body_id',
  'guests',
  'repeat',
] as const;
type FieldName = (typeof meetingFields)[number] | 'files';

/** Form fields by the parts of a series plan in the API. */
const planNames: Record<string, string> = {
  'plan.rule': 'repeat',
  'plan.holidays': 'repeat',
  'plan.first': 'start_at',
  'plan.time': 'start_at',
  'plan.minutes': 'end_at',
};

/** Returns the server's error messages by form field. */
function meetingFaults(error: unknown): Partial<Record<FieldName, string>> {
  if (!(error instanceof ApiError)) return {};
  const messages: Partial<Record<FieldName, string>> = {};
  for (const [name, message] of Object.entries(error.fields)) {
    const own = (planNames[name] ?? name.replace(/^participant_ids/, 'participants')).split('.')[0] ?? '';
    const field =
      own === 'remove_file_ids' ? 'files' : [...meetingFields, 'files' as const].find((each) => each === own);
    if (field) messages[field] ??= message;
  }
  return messages;
}
