import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { Protocol } from '#contract/protocol.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatWhen } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Badge, PageHeader, Stepper, useDebounced } from '#src/ui/index.ts';
import { stageSteps } from '../editing/stage-steps.ts';
import { ProtocolActions } from './protocol-actions.tsx';
import styles from './protocol-screen.module.css';
import { useStable } from './use-stable.ts';

const sendingTime = 600;

interface ProtocolHeadProps {
  protocol: Optimistic<Protocol>;
  /** Only the row of the list is there yet. */
  partial: boolean;
}

/** Where we are, what it is called, how far it is, and what can be done with it. */
export const ProtocolHead = memo(function ProtocolHead({ protocol, partial }: ProtocolHeadProps) {
  const { number, stage, updated_at, video } = protocol;
  // What is saved as it is typed is sent before anybody could read that it waits.
  const unsent = useDebounced(protocol.unsent, sendingTime);
  const still = useStable(protocol);
  const saved = formatWhen(updated_at, 'в ');
  return (
    <div className={styles.head}>
      <div className={styles.crumbs}>
        <Link to="/main/protocols">Протоколы</Link>
        <span aria-hidden>/</span>
        <span>{number ? `№\u00A0${number}` : 'Без номера'}</span>
        <span>
          {unsent && unsent.state !== 'sent' ? (
            <UnsentMark unsent={unsent} />
          ) : saved ? (
            <Badge tone="saved">Сохранено {saved}</Badge>
          ) : null}
        </span>
      </div>
      <PageHeader title={protocolTitle(protocol)} actions={<ProtocolActions protocol={still} partial={partial} />} />
      <div className={styles.stages}>
        <Stepper label="Стадия протокола" steps={stageSteps(stage, Boolean(video))} />
      </div>
    </div>
  );
});
