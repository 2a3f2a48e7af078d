import type { Protocol } from '#contract/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import { protocolTitle, useProtocolList } from '#src/data/protocol/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { readDate } from '#src/format/index.ts';
import { DataList } from '#src/ui/index.ts';
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

/** The newest protocols that are not finished and wait for the secretary, the most urgent first. */
export function Attention() {
  const query = useProtocolList();
  return (
    <HomeSection title="Ждут вас">
      <QueryView query={query} skeleton={<RowSkeleton rows={shown} />}>
        {({ rows }) => {
          const waiting = rows.filter(isWaiting).sort(byUrgency);
          if (waiting.length === 0) return <p className={styles.nothing}>Все недавние протоколы в порядке.</p>;
          return (
            <DataList
              label="Ждут вас"
              rows={waiting.slice(0, shown).map((protocol) => ({
                id: protocol.id,
                title: protocolTitle(protocol),
                to: `/main/protocols/${encodeURIComponent(protocol.id)}`,
                note: nextSteps[protocol.stage],
              }))}
            />
          );
        }}
      </QueryView>
    </HomeSection>
  );
}

/** One without a recording waits once its meeting has begun. */
function isWaiting({ stage, held_at }: Protocol): boolean {
  if (stage === 'no_video') return (readDate(held_at)?.getTime() ?? 0) <= Date.now();
  return nextSteps[stage] !== undefined;
}

function byUrgency(a: Protocol, b: Protocol): number {
  return order.indexOf(a.stage) - order.indexOf(b.stage);
}
