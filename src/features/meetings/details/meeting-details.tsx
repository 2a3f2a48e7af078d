import type { LucideIcon } from 'lucide-react';
import AlignLeft from 'lucide-react/icons/align-left';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Clock from 'lucide-react/icons/clock';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LinkIcon from 'lucide-react/icons/link';
import MapPin from 'lucide-react/icons/map-pin';
import Paperclip from 'lucide-react/icons/paperclip';
import Trash from 'lucide-react/icons/trash-2';
import UsersRound from 'lucide-react/icons/users-round';
import type { ReactNode } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import { fileState, meetingTime, meetingTitle, openableLink } from '#src/data/meeting/index.ts';
import { unsentWords } from '#src/data/queued/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Button, ButtonLink, Icon, MenuButton } from '#src/ui/index.ts';
import { FileList } from '../base/file-list.tsx';
import styles from '../base/meeting-dialog.module.css';
import { MeetingDialog } from '../base/meeting-dialog.tsx';
import { DeleteMeetingQuestion, useMeetingDeletion } from './delete-meeting.tsx';
import { ParticipantList } from './participant-list.tsx';
import { useCalendarFile } from './use-calendar-file.ts';

interface MeetingDetailsProps {
  meeting: Optimistic<Meeting>;
  onEdit: () => void;
  onClose: () => void;
}

/** What is known of a meeting, and what can be done with it. */
export function MeetingDetails({ meeting, onEdit, onClose }: MeetingDetailsProps) {
  const { id, place, link, description, participant_ids, files, protocol_id, unsent } = meeting;
  const deletion = useMeetingDeletion(onClose);
  const saveCalendarFile = useCalendarFile(meeting);
  const address = openableLink(link);
  return (
    <MeetingDialog
      title={meetingTitle(meeting)}
      isDismissable
      onClose={onClose}
      tools={
        <MenuButton
          icon={Ellipsis}
          label="Действия со встречей"
          actions={[
            ...(saveCalendarFile
              ? [{ id: 'ics', title: 'Файл для календаря (.ics)', icon: CalendarPlus, onAction: saveCalendarFile }]
              : []),
            { id: 'delete', title: 'Удалить', icon: Trash, danger: true, onAction: () => deletion.start(meeting) },
          ]}
        />
      }
    >
      <div className={styles.body}>
        <div className={styles.mark}>
          <UnsentMark unsent={unsent} />
        </div>
        <dl className={styles.facts}>
          <Fact icon={Clock} name="Время">
            {meetingTime(meeting)}
          </Fact>
          <Fact icon={MapPin} name="Место">
            {place}
          </Fact>
          <Fact icon={LinkIcon} name="Ссылка">
            {address ? (
              <a href={address} target="_blank" rel="noreferrer">
                {link}
              </a>
            ) : (
              link
            )}
          </Fact>
          <Fact icon={UsersRound} name="Участники">
            {participant_ids && participant_ids.length > 0 ? <ParticipantList ids={participant_ids} /> : null}
          </Fact>
          <Fact icon={AlignLeft} name="Описание">
            {description ? <p className={styles.text}>{description}</p> : null}
          </Fact>
          <Fact icon={Paperclip} name="Файлы">
            {files && files.length > 0 ? (
              <FileList
                label="Файлы встречи"
                files={files.map((file) => ({
                  ...file,
                  key: file.id,
                  name: file.name || 'Файл без названия',
                  aside: unsentWords(fileState(file)),
                }))}
              />
            ) : null}
          </Fact>
        </dl>
      </div>
      <div className={styles.buttons}>
        <Button onClick={onEdit}>Изменить</Button>
        {protocol_id ? (
          <ButtonLink variant="primary" to={`/main/protocols/${encodeURIComponent(protocol_id)}`}>
            Открыть протокол
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" to={`/main/protocols/add?meeting=${encodeURIComponent(id)}`}>
            Создать протокол
          </ButtonLink>
        )}
      </div>
      <DeleteMeetingQuestion deletion={deletion} />
    </MeetingDialog>
  );
}

function Fact({ icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <div className={styles.fact}>
      <Icon of={icon} />
      <dt className="visually-hidden">{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
