import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Banner } from '#src/components/banner.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import type { RefusedMember } from './create-protocol.ts';
import formStyles from './forms.module.css';
import styles from './new-protocol-screen.module.css';

interface UnfinishedCreationProps {
  /** Who is still to be added. */
  members: { id: string; name: string }[];
  refused: RefusedMember[];
  error: Error | null;
  busy: boolean;
  onRetry: () => void;
  onOpen: () => void;
}

/** The protocol is there, some of its members are not: who, why, and how to go on. */
export function UnfinishedCreation({ members, refused, error, busy, onRetry, onOpen }: UnfinishedCreationProps) {
  const failure = error ? errorWords(error) : undefined;
  const reason = new Map(refused.map(({ id, words }) => [id, words]));
  return (
    <>
      <Banner
        icon={TriangleAlert}
        title={busy ? 'Протокол создан.' : 'Протокол создан, но участники добавлены не все.'}
      >
        {busy ? 'Добавляем участников…' : failure ? `${failure.title}. ${failure.words}` : ''}
      </Banner>
      <Card className={styles.card} title="Осталось добавить">
        <ul className={styles.rest}>
          {members.map(({ id, name }) => (
            <li key={id}>
              {name}
              {reason.has(id) ? <span className={formStyles.failure}> {reason.get(id)}</span> : null}
            </li>
          ))}
        </ul>
        <div className={formStyles.buttons}>
          <Button variant="primary" busy={busy} onClick={onRetry}>
            {busy ? 'Загрузка...' : 'Добавить ещё раз'}
          </Button>
          <Button disabled={busy} onClick={onOpen}>
            Открыть протокол без них
          </Button>
        </div>
      </Card>
    </>
  );
}
