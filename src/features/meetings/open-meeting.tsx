import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { knownMeeting, removalOf } from '#src/data/meeting/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { type Optimistic, type OutboxRow, useQueuedMutations } from '#src/sync/index.ts';
import { Button, Spinner } from '#src/ui/index.ts';
import styles from './base/meeting-dialog.module.css';
import { MeetingDialog } from './base/meeting-dialog.tsx';
import { emptyForm, formLike, formOf } from './base/meeting-form-values.ts';
import type { MeetingDialogPlace } from './base/meetings-address.ts';
import { MeetingDetails } from './details/meeting-details.tsx';
import { MeetingFormDialog, type SavedForm } from './form/meeting-form.tsx';
import { type RefusedMeeting, refusedMeeting, refusedMutationOf } from './form/save-meeting.ts';

interface OpenMeetingProps {
  place: MeetingDialogPlace;
  query: UseQueryResult<Optimistic<Meeting>[]>;
  onEdit: (id: string) => void;
  onRepeat: (meeting: Meeting) => void;
  onSaved: (saved: SavedForm) => void;
  onClose: () => void;
}

/** The dialog that the address names. */
export function OpenMeeting({ place, query, onEdit, onRepeat, onSaved, onClose }: OpenMeetingProps) {
  const rows = useQueuedMutations();
  const write = place.kind === 'write' ? rows.find(({ id }) => id === place.id) : undefined;
  const model = place.kind === 'new' ? place.like : undefined;
  const meeting = useShownMeeting('id' in place ? (write?.subject ?? place.id) : model, query, rows);
  const opened = useOpened(place, meeting, write ?? ('id' in place ? refusedMutationOf(rows, place.id) : undefined));
  if (place.kind === 'none') return null;
  if (place.kind === 'new') {
    if (model && !meeting) return <MissingMeeting query={query} onClose={onClose} />;
    const { start, end } = place;
    return (
      <NewMeeting start={start} end={end} like={model ? meeting : undefined} onSaved={onSaved} onClose={onClose} />
    );
  }
  if (opened) {
    const { key, meeting: shown, refused } = opened;
    return <EditMeeting key={key} meeting={shown} refused={refused} onSaved={onSaved} onClose={onClose} />;
  }
  // A mutation that was sent meanwhile needs no decision.
  if (place.kind === 'write' && !write) return null;
  if (!meeting) return <MissingMeeting query={query} onClose={onClose} />;
  return (
    <MeetingDetails
      meeting={meeting}
      onEdit={() => onEdit(meeting.id)}
      onRepeat={() => onRepeat(meeting)}
      onClose={onClose}
    />
  );
}

/** Returns the meeting as it is known; while it is being deleted, as it was last, until the deletion is certain. */
function useShownMeeting(
  id: string | undefined,
  query: UseQueryResult<Optimistic<Meeting>[]>,
  rows: readonly OutboxRow[],
): Optimistic<Meeting> | undefined {
  const client = useQueryClient();
  const last = useRef<Optimistic<Meeting>>(undefined);
  if (id === undefined) return undefined;
  const found = query.data?.find((each) => each.id === id) ?? knownMeeting(client, id);
  if (found) last.current = found;
  const isGoing = rows.some((row) => row.subject === id && removalOf(row) !== undefined);
  return found ?? (isGoing && last.current?.id === id ? last.current : undefined);
}

/** What a form edits: a meeting, or a refused mutation as it was typed. */
interface Opened {
  key: string;
  meeting: Optimistic<Meeting> | undefined;
  refused: RefusedMeeting | undefined;
}

/**
 * Returns what the form at this address started from. Whatever is read, sent or refused meanwhile must not replace the
 * form in which somebody is typing.
 */
function useOpened(
  place: MeetingDialogPlace,
  meeting: Optimistic<Meeting> | undefined,
  row: OutboxRow | undefined,
): Opened | undefined {
  const opened = useRef<Opened>(undefined);
  const key = place.kind === 'edit' || place.kind === 'write' ? `${place.kind} ${place.id}` : undefined;
  if (opened.current?.key !== key) opened.current = undefined;
  if (key === undefined || opened.current) return opened.current;
  const refused = refusedMeeting(row);
  if (refused) opened.current = { key, meeting: refused.isNew ? undefined : refused.meeting, refused };
  else if (meeting && place.kind === 'edit') opened.current = { key, meeting, refused };
  return opened.current;
}

interface FormProps {
  onSaved: (saved: SavedForm) => void;
  onClose: () => void;
}

interface NewMeetingProps extends FormProps {
  start: Date | undefined;
  end: Date | undefined;
  /** Meeting whose values the form starts with. */
  like: Meeting | undefined;
}

function NewMeeting({ start, end, like, ...rest }: NewMeetingProps) {
  const [initial] = useState(() => {
    const empty = emptyForm(start, end);
    return like ? formLike(like, empty) : empty;
  });
  return <MeetingFormDialog initial={initial} {...rest} />;
}

function EditMeeting({ meeting, refused, ...rest }: FormProps & Omit<Opened, 'key'>) {
  const [initial] = useState(() => formOf(refused?.meeting ?? meeting ?? { id: '' }));
  return <MeetingFormDialog initial={initial} meeting={meeting} refused={refused} {...rest} />;
}

function MissingMeeting({ query, onClose }: { query: UseQueryResult<Optimistic<Meeting>[]>; onClose: () => void }) {
  const isLoading = query.isPending && query.fetchStatus === 'fetching';
  return (
    <MeetingDialog title="Встреча" isDismissable onClose={onClose}>
      <div className={styles.body}>
        {isLoading ? <Spinner /> : null}
        {query.data ? (
          <p>Такой встречи здесь нет: её удалили или перенесли на другие дни.</p>
        ) : isLoading ? null : (
          <QueryError query={query} />
        )}
      </div>
      <div className={styles.buttons}>
        <Button onClick={onClose}>Закрыть</Button>
      </div>
    </MeetingDialog>
  );
}
