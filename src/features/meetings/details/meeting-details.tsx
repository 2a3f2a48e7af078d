import type { LucideIcon } from 'lucide-react';
import AlignLeft from 'lucide-react/icons/align-left';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Clock from 'lucide-react/icons/clock';
import CopyPlus from 'lucide-react/icons/copy-plus';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Landmark from 'lucide-react/icons/landmark';
import LinkIcon from 'lucide-react/icons/link';
import MailX from 'lucide-react/icons/mail-x';
import MapPin from 'lucide-react/icons/map-pin';
import Paperclip from 'lucide-react/icons/paperclip';
import Repeat from 'lucide-react/icons/repeat';
import Trash from 'lucide-react/icons/trash-2';
import UsersRound from 'lucide-react/icons/users-round';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { newProtocolAddress, protocolAddress } from '#contract/protocol-address.ts';
import { bodyTitle, useBodies } from '#src/data/body/index.ts';
import {
  cancelMeeting,
  deleteMeeting,
  fileState,
  isOver,
  meetingTime,
  meetingTitle,
  openableLink,
} from '#src/data/meeting/index.ts';
import { unreadName, usePeopleNames } from '#src/data/person/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { unsentWords } from '#src/data/queued/index.ts';
import { FileList } from '#src/features/files/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { counted, readDate, weekdayName } from '#src/format/index.ts';
import { type Optimistic, useOnline } from '#src/sync/index.ts';
import { Button, ButtonLink, Icon, layout, MenuButton, saveFile, showToast, useNow } from '#src/ui/index.ts';
import styles from '../base/meeting-dialog.module.css';
import { MeetingDialog } from '../base/meeting-dialog.tsx';
import { type Reach, ReachQuestion } from '../series/reach-question.tsx';
import { meetingCalendarFile } from './meeting-calendar-file.ts';
import {
  DeleteMeetingQuestion,
  SeriesDeletionQuestion,
  stayingWords,
  useIsSoonInvited,
  useMeetingDeletion,
  useSeriesDeletion,
} from './meeting-deletion.tsx';

const InvitedPeople = lazy(async () => ({
  default: (await import('../invitees/invited-people.tsx')).InvitedPeople,
}));

const SeriesFact = lazy(async () => ({ default: (await import('../series/series-fact.tsx')).SeriesFact }));

interface MeetingDetailsProps {
  meeting: Optimistic<Meeting>;
  onEdit: () => void;
  /** Opens the form of a new meeting with the values of this one. */
  onRepeat: () => void;
  onClose: () => void;
}

/** Dialog with the fields of a meeting and the actions on it. */
export function MeetingDetails({ meeting, onEdit, onRepeat, onClose }: MeetingDetailsProps) {
  const { id, place, link, description, files, protocol_id, body_id, unsent } = meeting;
  const body = useBodies().known.find((each) => each.id === body_id);
  const deletion = useMeetingDeletion(deleteMeeting, onClose);
  const cancellation = useMeetingDeletion(cancelMeeting, onClose);
  const [asked, setAsked] = useState<'delete' | 'cancel'>();
  const now = useNow(true, 60_000);
  const ofSeries = useSeriesDeletion(meeting, now, onClose);
  const start = (kind: 'delete' | 'cancel') => {
    if (ofSeries.isOffered) setAsked(kind);
    else (kind === 'cancel' ? cancellation : deletion).start(meeting);
  };
  const callOff = () => start('cancel');
  const choose = (reach: Reach) => {
    setAsked(undefined);
    if (reach === 'one') (asked === 'cancel' ? cancellation : deletion).start(meeting);
    else ofSeries.remove(reach, asked === 'cancel');
  };
  const isSoonInvited = useIsSoonInvited(meeting);
  const isInvitedTo = (isSoonInvited || (meeting.invitations?.invited ?? 0) > 0) && !isOver(meeting, now);
  const isCalledOff = isInvitedTo || (ofSeries.mayTell && hasPeople(meeting));
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
            { id: 'repeat', title: 'Создать такую же…', icon: CopyPlus, onAction: onRepeat },
            ...(saveCalendarFile
              ? [{ id: 'ics', title: 'Файл для календаря (.ics)', icon: CalendarPlus, onAction: saveCalendarFile }]
              : []),
            ...(isCalledOff
              ? [{ id: 'cancel', title: 'Отменить и сообщить', icon: MailX, danger: true, onAction: callOff }]
              : []),
            {
              id: 'delete',
              title: isCalledOff ? 'Удалить без писем' : 'Удалить',
              icon: Trash,
              danger: true,
              onAction: () => start('delete'),
            },
          ]}
        />
      }
    >
      <div className={styles.body}>
        <div className={styles.mark}>
          <UnsentMark unsent={unsent} />
        </div>
        <dl className={layout.stack(3)}>
          <Fact icon={Clock} name="Время">
            {[weekdayName(meeting.start_at), meetingTime(meeting)].filter(Boolean).join(', ')}
          </Fact>
          <Fact icon={Repeat} name="Повторение">
            {meeting.series ? (
              <Suspense fallback="Повторяется">
                <SeriesFact meeting={meeting} />
              </Suspense>
            ) : null}
          </Fact>
          <Fact icon={Landmark} name="Комиссия или отдел">
            {body && bodyTitle(body)}
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
            {hasPeople(meeting) ? <Participants meeting={meeting} /> : null}
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
          <ButtonLink variant="primary" to={protocolAddress(protocol_id)}>
            Открыть протокол
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" to={newProtocolAddress('meeting', id)}>
            Создать протокол
          </ButtonLink>
        )}
      </div>
      {asked ? (
        <ReachQuestion
          title={asked === 'cancel' ? 'Отменить встречу серии' : 'Удалить встречу серии'}
          confirm={asked === 'cancel' ? 'Отменить и сообщить' : 'Удалить'}
          {...(asked === 'cancel' ? { cancel: 'Не отменять' } : {})}
          danger
          onChoose={choose}
          onCancel={() => setAsked(undefined)}
        >
          {stayingWords(meeting)}
        </ReachQuestion>
      ) : null}
      <DeleteMeetingQuestion deletion={deletion} />
      <DeleteMeetingQuestion deletion={cancellation} />
      {ofSeries.deletions.map((each, index) => (
        <SeriesDeletionQuestion key={index === 0 ? 'delete' : 'cancel'} deletion={each} />
      ))}
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

/** The participants; where the server sends invitations, also the guests and their answers. */
function Participants({ meeting }: { meeting: Optimistic<Meeting> }) {
  const { meetingInvitations } = useOffers();
  const { participant_ids: ids = [], guests = [] } = meeting;
  const list = (
    <>
      {ids && ids.length > 0 ? <ParticipantList ids={ids} /> : null}
      {guests && guests.length > 0 ? (
        <ul>
          {guests.map(({ id, name }) => (
            <li key={id} dir="auto">
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
  if (!meetingInvitations) return list;
  return (
    <Suspense fallback={list}>
      <InvitedPeople meeting={meeting}>{list}</InvitedPeople>
    </Suspense>
  );
}

function hasPeople({ participant_ids, guests, invitations }: Meeting): boolean {
  return (participant_ids?.length ?? 0) + (guests?.length ?? 0) + (invitations?.invited ?? 0) > 0;
}

/** The participants by name; offline, those whose names were never read are only counted. */
function ParticipantList({ ids }: { ids: string[] }) {
  const names = usePeopleNames(ids);
  const online = useOnline();
  const shown = online ? ids : ids.filter((id) => names.has(id));
  const unread = ids.length - shown.length;
  return (
    <ul>
      {shown.map((id) => (
        <li key={id} dir="auto">
          {names.get(id) ?? unreadName(id)}
        </li>
      ))}
      {unread > 0 ? <li className={styles.plain}>{unreadWords(unread, shown.length > 0)}</li> : null}
    </ul>
  );
}

function unreadWords(count: number, isRest: boolean): string {
  const people = counted(count, 'участник', 'участника', 'участников');
  if (!isRest) return `${people}, ${count === 1 ? 'имени' : 'имён'} на устройстве нет`;
  return `и ещё ${people}, ${count === 1 ? 'имени которого' : 'имён которых'} на устройстве нет`;
}

/** Returns a function that saves the meeting as a file for other calendars; undefined where it has no date. */
function useCalendarFile(meeting: Meeting): (() => void) | undefined {
  const ids = meeting.participant_ids ?? [];
  const names = usePeopleNames(ids);
  if (!readDate(meeting.start_at)) return undefined;
  const make = async () => {
    const known = ids.flatMap((id) => names.get(id) ?? []);
    const text = await meetingCalendarFile(meeting, known, new Date());
    if (text) saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `${meetingTitle(meeting)}.ics`);
  };
  return () =>
    void make().catch(() => showToast('Файл не создан', { detail: 'Проверьте подключение и повторите.', tone: 'bad' }));
}
