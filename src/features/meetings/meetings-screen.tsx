import { useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { meetingListQuery, meetingTime, useMeetings } from '#src/data/meeting/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { PersonPicker } from '#src/features/people/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { MeetingsTabs } from '#src/features/tabs/index.ts';
import { counted, paddedDays, readDate, readDayValue, toDayValue } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import {
  ButtonLink,
  DateTimeField,
  focusWhenLost,
  latePart,
  PageHeader,
  Screen,
  ScreenBody,
  Spinner,
  showToast,
  useMediaQuery,
  useShortcuts,
  useStableCallback,
  useToday,
  whenStarted,
} from '#src/ui/index.ts';
import { newStart, nextWeek } from './base/meeting-times.ts';
import {
  type MeetingDialogPlace,
  type MeetingsPlace,
  type MeetingView,
  placeAddress,
  readPlace,
} from './base/meetings-address.ts';
import { marks } from './calendar/calendar-stops.ts';
import { rangeTitle, shownRange, stepDate } from './calendar/shown-range.ts';
import { useMoveMeeting } from './calendar/use-move-meeting.ts';
import type { SavedForm } from './form/meeting-form.tsx';
import { MeetingList } from './meeting-list.tsx';
import styles from './meetings-screen.module.css';
import { BodyFilter, MeetingsToolbar } from './meetings-toolbar.tsx';

/** Loads the dialogs together with their lazy fields: fields that appear one after another would move the form. */
const loadOpenMeeting = async () => {
  const [{ OpenMeeting: Loaded }] = await Promise.all([
    import('./open-meeting.tsx'),
    DateTimeField.load(),
    PersonPicker.load(),
  ]);
  return Loaded;
};
const OpenMeeting = latePart(loadOpenMeeting);
const CalendarView = lazy(async () => ({ default: (await import('./calendar/calendar-view.tsx')).CalendarView }));

const none: Optimistic<Meeting>[] = [];

/** Says of the mails no more than is certain: without a mail server they are only stored. */
function mailWords({ mails, isNew }: Pick<SavedForm, 'mails' | 'isNew'>): string {
  if (mails === 'none') return '';
  if (mails === 'untold') return 'Участникам об этом ещё не сообщено: сделайте это из встречи';
  if (mails === 'failed') return 'Письма участникам не отправлены: сделайте это из встречи';
  return isNew ? 'Письма участникам готовятся' : 'Письма участникам готовятся, если есть о чём сообщить';
}

/** /main/meetings: a calendar, or a list on a phone. The shown range and the open meeting are in the address. */
export function MeetingsScreen() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isWide = useMediaQuery('from-tablet');
  const today = useToday();
  const place = readPlace(search, readDayValue(today));
  const { date, body } = place;
  const view = place.view ?? (isWide ? 'month' : 'list');
  const range = shownRange(view, date);
  const { query, unread } = useMeetings(...paddedDays(range));
  const read = query.data ?? unread ?? none;
  const own = useMemo(() => (body ? read.filter(({ body_id }) => body_id === body) : read), [read, body]);
  const { move, refusals, shown, nudge, flush } = useMoveMeeting(own);
  usePrefetch(view, date, query.isSuccess);
  useEffect(() => whenStarted(() => void loadOpenMeeting().catch(() => undefined)), []);
  // An empty calendar is rendered at once: it can be navigated, and meetings can be added, while they are being read.
  const isFirstRead = view !== 'list' && query.isPending && query.fetchStatus === 'fetching';
  const newMeeting = useFocusAfterDialog(place.dialog, query.data);

  const addressOf = (change: Partial<MeetingsPlace>) => {
    return `/main/meetings${placeAddress({ ...place, dialog: { kind: 'none' }, ...change })}`;
  };
  const go = (change: Partial<MeetingsPlace>, options = {}) => void navigate(addressOf(change), options);
  const create = addressOf({ dialog: { kind: 'new', start: newStart(range, date), end: undefined } });
  // The shown days stay behind the form.
  useShortcuts([{ keys: 'n', title: 'Новая встреча', group: 'Создать', run: () => void navigate(create) }]);
  const close = () => go({}, { replace: true });
  const saved = ({ isNew, isOpen, kept, mails, series, ...times }: SavedForm) => {
    const start = readDate(times.start_at);
    if (isOpen) go(start ? { date: start } : {}, { replace: true });
    const details = [series ? series.detail : meetingTime(times), kept && queuedWords, mailWords({ mails, isNew })];
    const title = series?.title ?? (isNew ? 'Встреча создана' : 'Встреча сохранена');
    showToast(title, { detail: details.filter(Boolean).join('. ') });
  };
  const showAll = () => go({ body: undefined });
  // The props keep their identity while they are equal: the calendar is the most expensive part of the screen to
  // render.
  const day = toDayValue(date);
  const shownDate = useMemo(() => readDayValue(day) ?? new Date(), [day]);
  const openMeeting = useStableCallback((id: string) => {
    flush();
    go({ dialog: { kind: 'show', id } });
  });
  const openDay = useStableCallback((each: Date) => go({ view: 'day', date: each }));
  const reachDay = useStableCallback((each: Date) => go({ date: each }));
  const draw = useStableCallback((start: Date, end: Date | undefined) => go({ dialog: { kind: 'new', start, end } }));
  const moveMeeting = useStableCallback((meeting: Optimistic<Meeting>, start: Date, end: Date | undefined) =>
    move({ meeting, start, end }),
  );
  const content = () =>
    view === 'list' ? (
      <MeetingList
        meetings={own}
        range={range}
        {...(body ? { onShowAll: showAll } : {})}
        addressOf={(id) => addressOf({ dialog: { kind: 'show', id } })}
        onCreate={() => void navigate(create)}
      />
    ) : (
      <Suspense fallback={<Waiting />}>
        <UndatedNote meetings={own} to={addressOf({ view: 'list' })} />
        <div className={styles.board} aria-busy={isFirstRead}>
          <CalendarView
            view={view}
            date={shownDate}
            meetings={shown}
            redraw={refusals}
            onOpen={openMeeting}
            onOpenDay={openDay}
            onReach={reachDay}
            onCreate={draw}
            onMove={moveMeeting}
            onNudge={nudge}
          />
          {isFirstRead ? (
            <div className={styles.veil}>
              <Spinner />
            </div>
          ) : null}
        </div>
      </Suspense>
    );

  return (
    <Screen>
      <PageHeader
        title="Встречи"
        actions={
          <>
            <BodyFilter value={body} onChange={(id) => go({ body: id })} />
            <ButtonLink ref={newMeeting} variant="primary" icon={Plus} to={create}>
              Новая встреча
            </ButtonLink>
          </>
        }
      />
      <MeetingsTabs />
      <ConnectionBanner shownAt={query.data && query.dataUpdatedAt} />
      <MeetingsToolbar
        title={rangeTitle(view, date)}
        view={view}
        addressOf={(each) => addressOf({ view: each })}
        onStep={(step) => go({ date: stepDate(view, date, step) })}
        onToday={() => go({ date: new Date() })}
      />
      <ScreenBody>
        {unread ? (
          <>
            <p className={styles.note}>
              Показано только то, что ещё не отправлено: остальные встречи этих дней появятся, когда вернётся
              подключение.
            </p>
            {content()}
          </>
        ) : (
          <QueryView query={query} skeleton={isFirstRead ? content() : <Waiting />}>
            {content}
          </QueryView>
        )}
      </ScreenBody>
      {place.dialog.kind === 'none' ? null : (
        <OpenMeeting
          place={place.dialog}
          query={query}
          onEdit={(id) => go({ dialog: { kind: 'edit', id } }, { replace: true })}
          onRepeat={(meeting) => go({ dialog: newLike(meeting) }, { replace: true })}
          onSaved={saved}
          onClose={close}
        />
      )}
    </Screen>
  );
}

/** Returns the form of a new meeting like another one, on the next same weekday. */
function newLike(meeting: Meeting): MeetingDialogPlace {
  const start = readDate(meeting.start_at);
  const times = start && nextWeek({ start, end: readDate(meeting.end_at) });
  return { kind: 'new', start: times?.start, end: times?.end, like: meeting.id };
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <Spinner />
    </div>
  );
}

/** Link to the meetings without a date, which a calendar cannot show. */
function UndatedNote({ meetings, to }: { meetings: readonly Meeting[]; to: string }) {
  const undated = meetings.filter(({ start_at }) => !readDate(start_at)).length;
  if (undated === 0) return null;
  return (
    <p className={styles.note}>
      <Link to={to}>Без даты: {counted(undated, 'встреча', 'встречи', 'встреч')}</Link>
    </p>
  );
}

/**
 * Restores the focus after a dialog has closed and the element that opened it is gone: to the meeting, which the
 * calendar may have rendered anew, or to the returned target; tried at once, and once more with the next rows, which
 * lack a deleted meeting.
 */
function useFocusAfterDialog(dialog: MeetingDialogPlace, rows: unknown) {
  const target = useRef<HTMLAnchorElement>(null);
  const chances = useRef(0);
  const last = useRef(dialog);
  const isOpen = dialog.kind !== 'none';
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are a reason to look again, another step in the same dialog is none
  useEffect(() => {
    if (isOpen) {
      chances.current = 2;
      last.current = dialog;
    }
    if (isOpen || chances.current === 0) return;
    chances.current -= 1;
    focusWhenLost(() => openedFrom(last.current) ?? target.current);
  }, [isOpen, rows]);
  return target;
}

/** Returns the current element of a meeting, or of the place for a new one; the calendar may have replaced it. */
function openedFrom(dialog: MeetingDialogPlace): HTMLElement | null {
  if (dialog.kind === 'new') return document.querySelector(`[role="grid"] [${marks.day}][tabindex="0"]`);
  if (dialog.kind !== 'show' && dialog.kind !== 'edit') return null;
  return document.querySelector(`[${marks.meeting}="${CSS.escape(dialog.id)}"]`);
}

/** Reads the previous and the next range once the shown one is read, so that they open at once, also offline. */
function usePrefetch(view: MeetingView, date: Date, isShown: boolean): void {
  const client = useQueryClient();
  const day = toDayValue(date);
  useEffect(() => {
    const from = isShown ? readDayValue(day) : undefined;
    if (!from) return;
    for (const step of [1, -1] as const) {
      void client.prefetchQuery(meetingListQuery(...paddedDays(shownRange(view, stepDate(view, from, step)))));
    }
  }, [client, view, day, isShown]);
}
