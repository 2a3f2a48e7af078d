import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState } from 'react';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { answerProposal } from '#src/data/summary/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { errorWords, mutate, type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { Button, DetailsSummary, focusWhenLost } from '#src/ui/index.ts';
import styles from '../editing/side-list.module.css';
import { MomentButton } from '../playback/moment-button.tsx';
import { TakeIntoMinutes } from './take-into-minutes.tsx';
import { useDismissedProposals, useOpenProposals } from './use-summary.ts';

/** Kinds that a proposal may become; the kind that was found is first, but a person may decide otherwise. */
const kindsOf: Record<Proposal['kind'], readonly Proposal['kind'][]> = {
  question: ['question'],
  decision: ['decision', 'task'],
  task: ['task', 'decision'],
};

interface ProposalListProps {
  protocol: Protocol;
  onAnnounce: (words: string) => void;
}

/** The proposals for the minutes, to be accepted or dismissed one by one. */
export function ProposalList({ protocol, onAnnounce }: ProposalListProps) {
  const open = useOpenProposals(protocol);
  const dismissed = useDismissedProposals(protocol.id);
  const form = useOpenForm();
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [failure, setFailure] = useState('');
  if (open.length + dismissed.length === 0) return null;
  const answer = async (proposal: Optimistic<Proposal>, state: Proposal['state'], words: string) => {
    setFailure('');
    try {
      const { id, text } = proposal;
      await mutate(answerProposal, { protocolId: protocol.id, proposal: { id, text }, state }, { form });
      onAnnounce(words);
      focusWhenLost(() => heading.current);
    } catch (error) {
      setFailure(errorWords(error).words);
    }
  };
  return (
    <section aria-labelledby={title} className={styles.proposals}>
      <h3 ref={heading} id={title} tabIndex={-1} className={styles.draftTitle}>
        Предложения по записи{open.length > 0 ? ` · ${open.length}` : ''}
      </h3>
      <p className={styles.note}>
        {open.length > 0
          ? 'Найдено автоматически. В протокол попадёт только то, что вы примете.'
          : 'На все предложения дан ответ.'}
      </p>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <ul>
        {open.map((proposal) => (
          <li key={proposal.id} className={styles.proposal}>
            <div className={styles.row}>
              <span className={styles.main}>
                <span className={styles.note}>{kindWords[proposal.kind]}</span>
                <bdi>{proposal.text}</bdi>
              </span>
              {proposal.evidence ? <MomentButton evidence={proposal.evidence} /> : null}
              <UnsentMark unsent={proposal.unsent} />
            </div>
            <div className={styles.answers}>
              <TakeIntoMinutes
                name={`proposal ${proposal.id}`}
                quote={proposal}
                kinds={kindsOf[proposal.kind]}
                onTaken={(words) => void answer(proposal, 'accepted', words)}
              />
              <Button
                size="small"
                variant="quiet"
                icon={X}
                aria-label={`Отклонить: ${proposal.text}`}
                onClick={() => void answer(proposal, 'dismissed', 'Предложение отклонено')}
              >
                Отклонить
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <DismissedProposals
        proposals={dismissed}
        onReturn={(proposal) => void answer(proposal, 'open', 'Предложение возвращено')}
      />
    </section>
  );
}

interface DismissedProposalsProps {
  proposals: readonly Optimistic<Proposal>[];
  onReturn: (proposal: Optimistic<Proposal>) => void;
}

/** Dismissed proposals; one that was dismissed by mistake can be restored here. */
function DismissedProposals({ proposals, onReturn }: DismissedProposalsProps) {
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

const kindWords: Record<Proposal['kind'], string> = {
  question: 'Вопрос',
  decision: 'Решение',
  task: 'Поручение',
};
