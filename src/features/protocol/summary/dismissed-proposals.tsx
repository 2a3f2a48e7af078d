import Undo2 from 'lucide-react/icons/undo-2';
import type { Proposal } from '#contract/proposal.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Button, DetailsSummary } from '#src/ui/index.ts';
import styles from '../editing/side-list.module.css';
import { kindWords } from './proposal-words.ts';

interface DismissedProposalsProps {
  proposals: readonly Optimistic<Proposal>[];
  onReturn: (proposal: Optimistic<Proposal>) => void;
}

/** The proposals that were dismissed: a slip of the hand is taken back here. */
export function DismissedProposals({ proposals, onReturn }: DismissedProposalsProps) {
  if (proposals.length === 0) return null;
  return (
    <details className={styles.versions}>
      <DetailsSummary>Отклонённые: {proposals.length}</DetailsSummary>
      <ul>
        {proposals.map((proposal) => (
          <li key={proposal.id} className={styles.row}>
            <span className={styles.main}>
              <span className={styles.note}>{kindWords[proposal.kind]}</span>
              <bdi>{proposal.text}</bdi>
            </span>
            <UnsentMark unsent={proposal.unsent} />
            <Button
              size="small"
              variant="quiet"
              icon={Undo2}
              aria-label={`Вернуть: ${proposal.text}`}
              onClick={() => onReturn(proposal)}
            >
              Вернуть
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
