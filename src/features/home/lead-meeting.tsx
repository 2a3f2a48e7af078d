import FilePlus2 from 'lucide-react/icons/file-plus-2';
import FileText from 'lucide-react/icons/file-text';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { newProtocolAddress, protocolAddress } from '#contract/protocol-address.ts';
import { hoursOf, meetingTitle, useMeetings } from '#src/data/meeting/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { counted, formatClock, listedName, monthOf, paddedDays, toDayValue } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { ButtonLink, FigureLink, useNow } from '#src/ui/index.ts';
import styles from './day-plan.module.css';
import { untilWords } from './until-words.ts';

interface LeadMeetingProps {
  meeting: Optimistic<Meeting>;
  /** YYYY-MM-DD. */
  day: string;
  /** Epoch milliseconds. */
  now: number;
}

/** The running or next meeting: its facts, and its protocol as the only primary button of the screen. */
export function LeadMeeting({ meeting, day, now }: LeadMeetingProps) {
  const { id, place, start_at, participant_ids, unsent } = meeting;
  const hours = hoursOf(meeting);
  const people = participant_ids?.length ?? 0;
  const to = `/main/meetings?date=${day}&meeting=${encodeURIComponent(id)}`;
  const facts = [hours && untilWords(hours, now), place].filter(Boolean).join(' · ');
  return (
    <li className={styles.lead}>
      <span className={styles.leadTime}>{formatClock(start_at)}</span>
      <div className={styles.what}>
        <Link to={to} className={styles.leadName} dir="auto">
          {listedName(meetingTitle(meeting))}
        </Link>
        <span dir="auto" className={styles.place}>
          {facts}
          {facts && people > 0 ? ' · ' : null}
          {people > 0 ? (
            <FigureLink to={to}>{counted(people, 'участник', 'участника', 'участников')}</FigureLink>
          ) : null}
        </span>
        <UnsentMark unsent={unsent} />
        <ProtocolLink meeting={meeting} isPrimary />
      </div>
    </li>
  );
}

interface ProtocolLinkProps {
  meeting: Meeting;
  isPrimary?: boolean;
  className?: string | undefined;
}

/** Link to the protocol of a meeting, or to a new one for it. */
export function ProtocolLink({ meeting, isPrimary, className }: ProtocolLinkProps) {
  const { id, protocol_id } = meeting;
  const words = protocol_id ? 'Открыть протокол' : 'Создать протокол';
  const to = protocol_id ? protocolAddress(protocol_id) : newProtocolAddress('meeting', id);
  const label = `${words}: ${listedName(meetingTitle(meeting))}`;
  if (isPrimary) {
    return (
      <ButtonLink variant="primary" icon={protocol_id ? FileText : FilePlus2} to={to} aria-label={label}>
        {words}
      </ButtonLink>
    );
  }
  return (
    <Link to={to} aria-label={label} className={className}>
      {words}
    </Link>
  );
}

/** Returns today's running or next meeting, and the time used to choose it, in epoch milliseconds. */
export function useTodayLead() {
  const now = useNow(true, 20_000);
  const today = toDayValue(new Date(now));
  const { query, unread } = useMeetings(...paddedDays(monthOf(new Date(now))));
  const meetings = query.data ?? unread;
  const lead = useMemo(() => {
    const ahead = (meetings ?? []).flatMap((meeting) => {
      const hours = hoursOf(meeting);
      return hours && hours.end > now && toDayValue(new Date(hours.start)) === today ? [{ meeting, hours }] : [];
    });
    return ahead.sort((one, other) => one.hours.start - other.hours.start)[0]?.meeting;
  }, [meetings, now, today]);
  return { lead, now };
}
