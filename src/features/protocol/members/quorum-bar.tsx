import ListChecks from 'lucide-react/icons/list-checks';
import { lazy, Suspense, useState } from 'react';
import type { Member } from '#contract/bodies/member.ts';
import { quorumWords } from '#contract/bodies/quorum.ts';
import { attendingOf, hasQuorum, quorumLine, quorumNow, quorumOfMeeting } from '#contract/bodies/quorum-count.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { Button, focusWhenThere } from '#src/ui/index.ts';
import styles from './roll-call.module.css';

const QuorumRuleForm = lazy(async () => ({ default: (await import('./quorum-rule.tsx')).QuorumRuleForm }));

interface QuorumBarProps {
  protocol: Protocol;
  members: readonly Member[];
  /** Opens the roll call; undefined in read-only mode. */
  onRoll: (() => void) | undefined;
}

/** Whether there is a quorum, its rule, and the button that opens the roll call. */
export function QuorumBar({ protocol, members, onRoll }: QuorumBarProps) {
  const [isEdited, setEdited] = useState(false);
  if (members.length === 0) return null;
  const close = () => {
    setEdited(false);
    focusWhenThere(() => document.querySelector<HTMLElement>('[data-quorum-rule]'));
  };
  return (
    <>
      <div className={styles.bar}>
        <QuorumWords protocol={protocol} members={members} />
        {onRoll ? (
          <span className={styles.ends}>
            {isEdited ? null : (
              <Button size="small" variant="quiet" data-quorum-rule="" onClick={() => setEdited(true)}>
                Правило кворума
              </Button>
            )}
            <Button size="small" icon={ListChecks} data-open-roll="" onClick={onRoll}>
              Перекличка
            </Button>
          </span>
        ) : null}
      </div>
      {isEdited && onRoll ? (
        <Suspense fallback={null}>
          <QuorumRuleForm protocol={protocol} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}

/** «Кворум имеется: 7 из 9», the rule, and what the document states where people have left since. */
export function QuorumWords({ protocol, members }: Pick<QuorumBarProps, 'protocol' | 'members'>) {
  const attending = attendingOf({ ...protocol, members });
  const now = quorumNow(protocol.quorum, attending);
  const printed = quorumOfMeeting(protocol.quorum, attending);
  const rule = protocol.quorum && quorumWords(protocol.quorum);
  return (
    <p className={styles.quorum} data-lacking={hasQuorum(now) ? undefined : ''}>
      <span role="status">{quorumLine(now)}</span>
      {rule ? <span className={styles.note}>Кворум: {rule}</span> : null}
      {now.needed !== null && printed.present !== now.present ? (
        <span className={styles.note}>В документе: «{quorumLine(printed)}» — наибольшее за заседание</span>
      ) : null}
    </p>
  );
}
