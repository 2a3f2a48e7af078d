import type { UseQueryResult } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import { Button } from '#src/components/button.tsx';
import { QueryError } from '#src/components/query-error.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import { cachedMeeting } from '#src/lib/queries/meetings.ts';
import { MeetingDetails } from './meeting-details.tsx';
import styles from './meeting-dialog.module.css';
import { MeetingDialog } from './meeting-dialog.tsx';
import { MeetingFormDialog } from './meeting-form.tsx';
import { emptyForm, formOf } from './meeting-form-values.ts';
import type { MeetingDialogPlace } from './meetings-address.ts';

interface OpenMeetingProps {
  place: MeetingDialogPlace;
  query: UseQueryResult<Meeting[]>;
  onEdit: (id: string) => void;
  /** `isOpen`: whether the form is still there to be closed. */
  onSaved: (times: Pick<Meeting, 'start_at' | 'end_at'>, isNew: boolean, isOpen: boolean) => void;
  onClose: () => void;
}

/** The dialog that the address names. */
export function OpenMeeting({ place, query, onEdit, onSaved, onClose }: OpenMeetingProps) {
  const client = useQueryClient();
  if (place.kind === 'none') return null;
  if (place.kind === 'new') {
    return (
      <NewMeeting
        start={place.start}
        end={place.end}
        onSaved={(saved, isOpen) => onSaved(saved, true, isOpen)}
        onClose={onClose}
      />
    );
  }
  const meeting = query.data?.find(({ id }) => id === place.id) ?? cachedMeeting(client, place.id);
  if (!meeting) return <MissingMeeting query={query} onClose={onClose} />;
  if (place.kind === 'show') {
    return <MeetingDetails meeting={meeting} onEdit={() => onEdit(meeting.id)} onClose={onClose} />;
  }
  return <EditMeeting meeting={meeting} onSaved={(saved, isOpen) => onSaved(saved, false, isOpen)} onClose={onClose} />;
}

interface FormProps {
  onSaved: (times: Pick<Meeting, 'start_at' | 'end_at'>, isOpen: boolean) => void;
  onClose: () => void;
}

function NewMeeting({ start, end, ...rest }: FormProps & { start: Date | undefined; end: Date | undefined }) {
  const [initial] = useState(() => emptyForm(start, end));
  return <MeetingFormDialog initial={initial} {...rest} />;
}

/** The form starts from the meeting as it was when it opened: what is read meanwhile overwrites nothing typed. */
function EditMeeting({ meeting, ...rest }: FormProps & { meeting: Meeting }) {
  const [opened] = useState(meeting);
  const [initial] = useState(() => formOf(opened));
  return <MeetingFormDialog initial={initial} meeting={opened} {...rest} />;
}

function MissingMeeting({ query, onClose }: { query: UseQueryResult<Meeting[]>; onClose: () => void }) {
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
