import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Plus from 'lucide-react/icons/plus';
import { ConnectionBanner, SendQueue } from '#src/features/queue/index.ts';
import { formatWeekday } from '#src/format/index.ts';
import {
  ButtonLink,
  Card,
  layout,
  PageHeader,
  Screen,
  ScreenBody,
  useMediaQuery,
  useProgressiveParts,
} from '#src/ui/index.ts';
import { Attention } from './attention.tsx';
import { DayPlan } from './day-plan.tsx';
import { DueTasks } from './due-tasks.tsx';
import { useIsDaySettled } from './home-address.ts';
import styles from './home-screen.module.css';
import { MeetingStatistics } from './meeting-statistics.tsx';
import { OwnTotals } from './own-totals.tsx';
import { RecentProtocols } from './recent-protocols.tsx';
import { TasksOfDate } from './tasks-of-date.tsx';

/** /main/home: the day's meetings, what waits for the secretary, the own figures. */
export function HomeScreen() {
  return (
    <Screen>
      <PageHeader
        title={formatWeekday(new Date())}
        actions={
          <>
            <ButtonLink icon={CalendarPlus} to="/main/meetings?new=1">
              Новая встреча
            </ButtonLink>
            <ButtonLink variant="primary" icon={Plus} to="/main/protocols/add">
              Новый протокол
            </ButtonLink>
          </>
        }
      />
      <ConnectionBanner />
      <ScreenBody>
        <HomeCards />
      </ScreenBody>
    </Screen>
  );
}

function HomeCards() {
  // In one column, too, what cannot wait comes before the figures.
  const isWide = useMediaQuery('from-laptop');
  // On a phone the day's meetings stand below its calendar, and are as high as there are many.
  const isPhone = useMediaQuery('phone');
  const isDaySettled = useIsDaySettled();
  const isRestDue = !isPhone || isDaySettled;
  const due = useProgressiveParts(4);
  const statistics = due > 1 ? <MeetingStatistics /> : null;
  const recent = due > 2 ? <RecentProtocols /> : null;
  return (
    <>
      {isWide ? (
        <div className={styles.columns}>
          <div className={layout.stack(4)}>
            <DayPlan />
            {statistics}
            {recent}
          </div>
          <div className={layout.stack(4)}>
            <Attention />
            <DueTasks />
            <Unsent />
          </div>
        </div>
      ) : (
        <div className={layout.stack(4)}>
          <DayPlan />
          {isRestDue ? (
            <>
              <div className={styles.pair}>
                <Attention />
                <DueTasks />
              </div>
              <Unsent />
              {statistics}
              {recent}
            </>
          ) : null}
        </div>
      )}
      {isRestDue && due > 3 ? (
        <div className={styles.pair}>
          <TasksOfDate />
          <OwnTotals />
        </div>
      ) : null}
    </>
  );
}

function Unsent() {
  return (
    <Card title="Ждёт отправки">
      <SendQueue />
    </Card>
  );
}
