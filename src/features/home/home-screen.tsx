import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Plus from 'lucide-react/icons/plus';
import { memo, useDeferredValue } from 'react';
import { ConnectionBanner, SendQueue, totalOf, useQueueCount } from '#src/features/queue/index.ts';
import { formatWeekday, readDayValue } from '#src/format/index.ts';
import {
  ButtonLink,
  PageHeader,
  Screen,
  ScreenBody,
  useMediaQuery,
  useProgressiveParts,
  useToday,
} from '#src/ui/index.ts';
import { Attention } from './attention.tsx';
import { DayPlan } from './day-plan.tsx';
import { DueTasks } from './due-tasks.tsx';
import { FirstSteps, useIsFirstDay } from './first-steps.tsx';
import { useHomeAddress, useIsDaySettled } from './home-address.ts';
import styles from './home-screen.module.css';
import { HomeSection } from './home-section.tsx';
import { useTodayLead } from './lead-meeting.tsx';
import { MeetingStatistics } from './meeting-statistics.tsx';
import { OwnTotals } from './own-totals.tsx';
import { RecentProtocols } from './recent-protocols.tsx';
import { TasksOfDate } from './tasks-of-date.tsx';

/** /main/home: today's meetings and what waits for the secretary; then the figures. */
export function HomeScreen() {
  const today = useToday();
  return (
    <Screen>
      <PageHeader
        title={formatWeekday(readDayValue(today) ?? new Date())}
        actions={
          <>
            <ButtonLink icon={CalendarPlus} to="/main/meetings?new=1">
              Новая встреча
            </ButtonLink>
            <NewProtocol />
          </>
        }
      />
      <ConnectionBanner />
      <ScreenBody>
        <HomeBody />
      </ScreenBody>
    </Screen>
  );
}

/** The primary button of the screen, unless a meeting of today has one. */
function NewProtocol() {
  const { date, today } = useHomeAddress();
  const { lead } = useTodayLead();
  return (
    <ButtonLink variant={lead && date === today ? 'outlined' : 'primary'} icon={Plus} to="/main/protocols/add">
      Новый протокол
    </ButtonLink>
  );
}

/** A component of its own, because it follows the lists: each of their changes would render all parts again. */
function HomeBody() {
  if (!useIsFirstDay()) return <HomeParts />;
  return (
    <div className={styles.rows}>
      <DayPlan>
        <FirstSteps />
      </DayPlan>
      <Unsent />
    </div>
  );
}

const HomeParts = memo(function HomeParts() {
  const isWide = useMediaQuery('from-laptop');
  return <div className={styles.rows}>{isWide ? <WideParts /> : <NarrowParts />}</div>;
});

function WideParts() {
  const due = useProgressiveParts(4);
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.rows}>
          <DayPlan />
          {due > 1 ? <RecentProtocols /> : null}
          {due > 2 ? <MeetingStatistics /> : null}
        </div>
        <div className={styles.rows}>
          <Unsent />
          <Attention />
          <DueTasks />
        </div>
      </div>
      {due > 3 ? <Figures /> : null}
    </>
  );
}

/** One column; what cannot wait comes before the figures here too. */
function NarrowParts() {
  // On a phone the height of the day depends on the number of its meetings: what stands below waits until it is known.
  const isPhone = useMediaQuery('phone');
  const isDaySettled = useIsDaySettled();
  const isRestDue = useDeferredValue(!isPhone || isDaySettled);
  return (
    <>
      <DayPlan />
      {isRestDue ? <PartsBelowDay /> : null}
    </>
  );
}

/**
 * A component of its own, so that its parts are counted from its mount; otherwise overdue parts would render all at
 * once.
 */
function PartsBelowDay() {
  const due = useProgressiveParts(4);
  return (
    <>
      <Unsent />
      <div className={styles.pair}>
        <Attention />
        <DueTasks />
      </div>
      {due > 1 ? <RecentProtocols /> : null}
      {due > 2 ? <MeetingStatistics /> : null}
      {due > 3 ? <Figures /> : null}
    </>
  );
}

function Figures() {
  return (
    <div className={styles.pair}>
      <TasksOfDate />
      <OwnTotals />
    </div>
  );
}

/** The queue of unsent mutations; renders nothing while it is empty. */
function Unsent() {
  const { sending, waiting, attention } = useQueueCount();
  if (totalOf(sending) + totalOf(waiting) + totalOf(attention) === 0) return null;
  return (
    <HomeSection title="Ждёт отправки">
      <SendQueue />
    </HomeSection>
  );
}
