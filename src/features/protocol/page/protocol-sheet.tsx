import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, use } from 'react';
import { protocolAddress } from '#contract/protocol-address.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { Button, classNames, Skeleton } from '#src/ui/index.ts';
import { AgendaSection } from '../agenda/agenda-section.tsx';
import { ProtocolAttachments } from '../attachments/protocol-attachments.tsx';
import { EditingContext, OpenPartContext, useClosing, usePartSwitch } from '../editing/editing.ts';
import { FormBars } from '../editing/form-skeleton.tsx';
import { useProtocolNames } from '../editing/people.ts';
import styles from '../editing/sheet.module.css';
import { Facts } from '../editing/sheet-facts.tsx';
import { placeParameter } from '../playback/moment-query.ts';
import { useEqual } from './use-stable.ts';

const loadHeadForm = () => import('../new/protocol-head-form.tsx');
const ProtocolHeadForm = lazy(async () => ({ default: (await loadHeadForm()).ProtocolHeadForm }));

interface ProtocolSheetProps {
  protocol: Protocol;
  partial: boolean;
}

/** The protocol in read mode: facts, people, and each agenda item with its decisions; its parts are edited in place. */
export function ProtocolSheet({ protocol, partial }: ProtocolSheetProps) {
  const { readOnly } = use(EditingContext);
  const { part } = use(OpenPartContext);
  const switchTo = usePartSwitch();
  const nameOf = useProtocolNames(protocol);
  // What is written in the agenda and made of it does not draw the facts above it.
  const { agenda: _agenda, tasks: _tasks, marks: _marks, ...head } = protocol;
  const facts = useEqual<Protocol>(head);
  const { announcement, announce, close } = useClosing(() => document.querySelector<HTMLElement>('[data-edit="head"]'));
  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {part?.kind === 'head' ? (
        <div className={styles.headForm}>
          <Suspense fallback={<FormBars />}>
            <ProtocolHeadForm protocol={protocol} nameOf={nameOf} onDone={close} />
          </Suspense>
        </div>
      ) : (
        <div className={styles.meta}>
          <Facts
            protocol={facts}
            nameOf={nameOf}
            partial={partial}
            membersAt={protocolAddress(facts.id, `${placeParameter}=members`)}
          />
          {readOnly ? null : (
            <Button
              data-edit="head"
              size="small"
              variant="quiet"
              icon={Pencil}
              // Hidden but present while there is nothing to edit yet, so that nothing moves later.
              className={styles.edit}
              {...(partial ? { style: { visibility: 'hidden' as const } } : {})}
              onPointerEnter={loadHeadForm}
              onFocus={loadHeadForm}
              onClick={() => void switchTo({ kind: 'head' })}
            >
              Изменить данные
            </Button>
          )}
        </div>
      )}
      {partial ? <SheetSkeleton /> : <AgendaSection protocol={protocol} nameOf={nameOf} onAnnounce={announce} />}
      {partial ? null : <ProtocolAttachments protocol={protocol} />}
    </>
  );
}

const skeletonRows = ['46%', '58%', '38%'];

function SheetSkeleton() {
  return (
    <div className={styles.agenda} aria-hidden>
      {skeletonRows.map((width) => (
        <div key={width} className={classNames(styles.item, styles.skeletonRows)}>
          <Skeleton width={width} height={20} />
          <Skeleton width="18%" height={14} />
          <Skeleton width="94%" />
          <Skeleton width="80%" />
          <Skeleton width="18%" height={14} />
          <Skeleton width="100%" height={40} />
        </div>
      ))}
    </div>
  );
}
