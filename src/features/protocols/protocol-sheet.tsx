import type { Protocol } from '#contract/protocol.ts';
import { Skeleton } from '#src/components/skeleton.tsx';
import { formatFullMoment } from '#src/lib/dates.ts';
import { counted } from '#src/lib/plurals.ts';
import { AgendaItemView } from './agenda-item-view.tsx';
import { chairmanOf } from './people.ts';
import styles from './protocol-sheet.module.css';

interface ProtocolSheetProps {
  protocol: Protocol;
  partial: boolean;
}

/** The protocol as it reads: when and where, who, and each question with what was decided. */
export function ProtocolSheet({ protocol, partial }: ProtocolSheetProps) {
  const { held_at, place, organization, agenda, members } = protocol;
  const chairman = chairmanOf(protocol);
  const count = members?.length ?? protocol.members_total ?? 0;
  const meta = [
    formatFullMoment(held_at),
    place,
    organization,
    chairman && `Председательствующий: ${chairman}`,
    count > 0 && counted(count, 'участник', 'участника', 'участников'),
  ].filter(Boolean);
  return (
    <>
      <p className={styles.meta}>
        {meta.length > 0 ? meta.map((part) => <span key={String(part)}>{part}</span>) : 'Дата и место не указаны'}
      </p>
      {partial ? <SheetBones /> : null}
      {agenda && agenda.length > 0 ? (
        <ol className={styles.agenda} aria-label="Повестка дня">
          {agenda.map((item, index) => (
            <AgendaItemView key={item.id} item={item} position={index + 1} protocol={protocol} />
          ))}
        </ol>
      ) : null}
      {!partial && !agenda?.length ? (
        <p className={styles.empty}>Повестка пока пуста: вопросов и решений в протоколе ещё нет.</p>
      ) : null}
    </>
  );
}

function SheetBones() {
  return (
    <div className={styles.agenda} aria-hidden>
      <div className={styles.item}>
        <Skeleton width="46%" height={16} />
        <Skeleton width="94%" />
        <Skeleton width="80%" />
      </div>
    </div>
  );
}
