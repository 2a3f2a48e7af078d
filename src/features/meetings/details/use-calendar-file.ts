import type { Meeting } from '#contract/meeting.ts';
import { meetingTitle } from '#src/data/meeting/index.ts';
import { usePeopleNames } from '#src/data/person/index.ts';
import { readDate } from '#src/format/index.ts';
import { saveFile, showToast } from '#src/ui/index.ts';
import { meetingCalendarFile } from './meeting-calendar-file.ts';

/** Saves the meeting as a file for other calendars; undefined where it has no date. */
export function useCalendarFile(meeting: Meeting): (() => void) | undefined {
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
