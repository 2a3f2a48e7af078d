import { memo } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { type OutboxRow, useQueuedMutations } from '#src/sync/index.ts';
import { Card, useDebounced } from '#src/ui/index.ts';
import { nextMove } from '../editing/finish-protocol.ts';
import { useJump } from '../editing/jumps.tsx';
import { FindingList } from './finding-list.tsx';
import styles from './findings.module.css';
import { useFindings } from './use-findings.ts';

/** With a line most changes are sent before anybody could read that they wait. */
const sendingTime = 600;

/** «Перед завершением»: what is missing yet, for as long as there is a next move to make. */
export function FindingsCard({ protocol }: { protocol: Protocol }) {
  return <Findings protocol={protocol} writes={useDebounced(useQueuedMutations(), sendingTime)} />;
}

interface FindingsProps {
  protocol: Protocol;
  writes: readonly OutboxRow[];
}

const Findings = memo(function Findings({ protocol, writes }: FindingsProps) {
  const { findings, unread } = useFindings(protocol, writes);
  const jump = useJump();
  if (!nextMove(protocol.stage)) return null;
  return (
    <Card title="Перед завершением" className={styles.card}>
      <FindingList findings={findings} onJump={jump} />
      {unread ? <p className={styles.quiet}>{unread}</p> : null}
      {findings.length === 0 && !unread ? <p className={styles.quiet}>Всё заполнено</p> : null}
    </Card>
  );
});
