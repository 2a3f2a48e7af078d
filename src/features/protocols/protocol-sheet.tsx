import Pencil from 'lucide-react/icons/pencil';
import { use } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { Button } from '#src/components/button.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { formatSpan } from '#src/lib/dates.ts';
import { counted } from '#src/lib/plurals.ts';
import { AgendaSection } from './agenda/agenda-section.tsx';
import { EditingContext } from './editing.ts';
import { chairmanOf, type NameOf, useProtocolNames } from './people.ts';
import { ProtocolHeadForm } from './protocol-head-form.tsx';
import styles from './protocol-sheet.module.css';
import { useClosing } from './use-closing.ts';
import { useTurn } from './use-turn.ts';

interface ProtocolSheetProps {
  protocol: Protocol;
  partial: boolean;
}

/** The protocol as it reads: when and where, who, and each question with what was decided; and where it is changed. */
export function ProtocolSheet({ protocol, partial }: ProtocolSheetProps) {
  const { part, readOnly } = use(EditingContext);
  const turnTo = useTurn();
  const nameOf = useProtocolNames(protocol);
  const { said, say, close } = useClosing(() => document.querySelector<HTMLElement>('[data-edit="head"]'));
  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {part?.kind === 'head' ? (
        <div className={styles.headForm}>
          <ProtocolHeadForm protocol={protocol} nameOf={nameOf} onDone={close} />
        </div>
      ) : (
        <div className={styles.meta}>
          <Facts protocol={protocol} nameOf={nameOf} />
          {readOnly || partial ? null : (
            <Button
              data-edit="head"
              size="small"
              variant="quiet"
              icon={Pencil}
              className={styles.edit}
              onClick={() => void turnTo({ kind: 'head' })}
            >
              Изменить данные
            </Button>
          )}
        </div>
      )}
      {partial ? <SheetBones /> : <AgendaSection protocol={protocol} nameOf={nameOf} onSaid={say} />}
    </>
  );
}

function Facts({ protocol, nameOf }: { protocol: Protocol; nameOf: NameOf }) {
  const { held_at, ended_at, kind, place, organization, members } = protocol;
  const chairman = chairmanOf(protocol, nameOf);
  const count = members?.length ?? protocol.members_total ?? 0;
  const facts = [
    kind,
    formatSpan(held_at, ended_at),
    place,
    organization,
    chairman && `Председательствующий: ${chairman}`,
    count > 0 && counted(count, 'участник', 'участника', 'участников'),
  ].filter(Boolean);
  return (
    <p className={styles.facts}>
      {facts.length > 0 ? facts.map((fact) => <span key={String(fact)}>{fact}</span>) : 'Дата и место не указаны'}
    </p>
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
