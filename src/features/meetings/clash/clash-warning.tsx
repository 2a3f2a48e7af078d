import { useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { lazy, Suspense } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { plural } from '#contract/text/plurals.ts';
import { knownMeetings, meetingListQuery, quotedTitle } from '#src/data/meeting/index.ts';
import { isolated, paddedDays, readDate, shortName } from '#src/format/index.ts';
import { useQueuedMutations } from '#src/sync/index.ts';
import { Banner } from '#src/ui/index.ts';
import styles from '../base/meeting-dialog.module.css';
import type { MeetingForm } from '../base/meeting-form-values.ts';
import { timeWords } from '../base/meeting-times.ts';
import type { MeetingClash } from './meeting-clashes.ts';
import { clashesOf, type PlannedMeeting } from './meeting-clashes.ts';

/** Brings the library of rules. */
const SeriesClashes = lazy(async () => ({ default: (await import('./series-clashes.tsx')).SeriesClashes }));

interface ClashWarningProps {
  control: Control<MeetingForm>;
  /** Id of the meeting itself. */
  id: string;
  /** Names of people by id, as far as they are known. */
  names: ReadonlyMap<string, string>;
}

const maxShown = 3;

/** Warns of other meetings at the time in the form; does not prevent saving. */
export function ClashWarning({ control, id, names }: ClashWarningProps) {
  const [start_at, end_at, place, participants, repeat] = useWatch({
    control,
    name: ['start_at', 'end_at', 'place', 'participants', 'repeat'],
  });
  const participantIds = participants.map((person) => person.id);
  const clashes = useClashes({ id, start_at, end_at, place: place ?? '', participantIds });
  if (clashes.length === 0) return null;
  const nameOf = (personId: string) =>
    names.get(personId) ?? participants.find((person) => person.id === personId)?.name ?? '';
  return (
    <Banner icon={CalendarClock} title={titleOf(clashes.length)}>
      {clashes.slice(0, maxShown).map((clash) => (
        <span key={clash.meeting.id} className={styles.clash}>
          {describeClash(clash, readDate(start_at), nameOf)}
          {repeat && clash.meeting.series ? (
            <Suspense fallback={null}>
              <SeriesClashes planned={{ start_at, end_at, repeat }} series={clash.meeting.series} />
            </Suspense>
          ) : null}
        </span>
      ))}
      {clashes.length > maxShown ? <span className={styles.clash}>И ещё {clashes.length - maxShown}.</span> : null}
    </Banner>
  );
}

function titleOf(count: number): string {
  if (count === 1) return 'На это время уже назначена встреча.';
  const verb = plural(count, 'назначена', 'назначены', 'назначено');
  return `На это время уже ${verb} ${count}\u00A0${plural(count, 'встреча', 'встречи', 'встреч')}.`;
}

function describeClash(
  { meeting, sharedIds, isSamePlace }: MeetingClash,
  day: Date | undefined,
  nameOf: (id: string) => string,
): string {
  const people = sharedIds.map((id) => shortName(nameOf(id))).join(', ');
  const both = sharedIds.length > 1 ? 'и там же участвуют' : 'и там же участвует';
  return [
    `${quotedTitle(meeting)}, ${timeWords(meeting, { day })}`,
    sharedIds.length > 0 && `${both} ${people}`,
    isSamePlace && `место то же: ${isolated(meeting.place?.trim() ?? '')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Maximum length for the check, in days; longer than any meeting may be. */
const maxDays = 32;

/**
 * Returns what clashes with a planned meeting: among the server's meetings of its days and everything that this device
 * has read, unsent mutations included.
 */
function useClashes(planned: PlannedMeeting): MeetingClash[] {
  const client = useQueryClient();
  const rows = useQueuedMutations();
  const [first, last] = [readDate(planned.start_at), readDate(planned.end_at)];
  const isSound = first && last && last > first && last.getTime() - first.getTime() < maxDays * 86_400_000;
  const days = paddedDays(isSound ? { first, last } : { first: new Date(0), last: new Date(0) });
  // The answer goes into the cache that `knownMeetings` searches.
  useQuery({ ...meetingListQuery(...days), enabled: Boolean(isSound) });
  if (!isSound) return [];
  return clashesOf(planned, knownMeetings(client, rows));
}
