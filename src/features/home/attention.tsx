import type { Protocol } from '#contract/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import { protocolTitle, useProtocolList } from '#src/data/protocol/index.ts';
import { useWaitingReports } from '#src/data/report/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { readDate } from '#src/format/index.ts';
import { DataList, type DataRow } from '#src/ui/index.ts';
import styles from './home-screen.module.css';
import { HomeSection } from './home-section.tsx';
import { RowSkeleton } from './row-skeleton.tsx';

const nextSteps: Partial<Record<Stage, string>> = {
  error_video_process: 'Обработка остановилась: повторите её',
  video_uploaded: 'Видео получено: запустите обработку',
  success_video_process: 'Черновик готов: проверьте и завершите',
  finish: 'Завершён: сформируйте итоговый',
  no_video: 'Без видео: добавьте запись или завершите',
};
const order = Object.keys(nextSteps);
const shown = 5;

/** What waits for the secretary: reports on tasks, then the newest protocols that are not finished, the most urgent first. */
export function Attention() {
  const query = useProtocolList();
  const reported = useReported();
  return (
    <HomeSection title="Ждут вас">
      <QueryView query={query} skeleton={<RowSkeleton rows={shown} />}>
        {({ rows }) => {
          const waiting = rows.filter(isWaiting).sort(byUrgency);
          if (waiting.length === 0 && reported.length === 0)
            return <p className={styles.nothing}>Все недавние протоколы в порядке.</p>;
          return (
            <DataList
              label="Ждут вас"
              rows={[
                ...reported,
                ...waiting.slice(0, shown - reported.length).map((protocol) => ({
                  id: protocol.id,
                  title: protocolTitle(protocol),
                  to: `/main/protocols/${encodeURIComponent(protocol.id)}`,
                  note: nextSteps[protocol.stage],
                })),
              ]}
            />
          );
        }}
      </QueryView>
    </HomeSection>
  );
}

/** One row for all reports that wait for an answer; none where there are none. */
function useReported(): DataRow[] {
  const { data } = useWaitingReports();
  const total = data?.meta.total ?? data?.rows.length ?? 0;
  if (total === 0) return [];
  const title = `Ждут подтверждения: ${total}`;
  return [
    { id: 'reports', title, to: '/main/protocols?tab=tasks&show=reports', note: 'Исполнители сообщили, что сделали' },
  ];
}

/** One without a recording waits once its meeting has begun. */
function isWaiting({ stage, held_at }: Protocol): boolean {
  if (stage === 'no_video') return (readDate(held_at)?.getTime() ?? 0) <= Date.now();
  return nextSteps[stage] !== undefined;
}

function byUrgency(a: Protocol, b: Protocol): number {
  return order.indexOf(a.stage) - order.indexOf(b.stage);
}
