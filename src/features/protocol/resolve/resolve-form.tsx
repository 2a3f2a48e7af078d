import { lazy, Suspense, use } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolOf } from '#src/data/protocol-scope.ts';
import { needsPerson, type Optimistic, useQueuedMutations } from '#src/sync/index.ts';
import { focusWhenLost } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';

const QueuedMutationForm = lazy(async () => ({
  default: (await import('./queued-mutation-form.tsx')).QueuedMutationForm,
}));

interface ResolveFormProps {
  protocol: Optimistic<Protocol>;
  nameOf: NameOf;
  onAnnounce: (words: string) => void;
}

/** `?write=`: a change of this protocol that waits for the person, in the form where it can be put right. */
export function ResolveForm({ protocol, nameOf, onAnnounce }: ResolveFormProps) {
  const [query, setQuery] = useSearchParams();
  const { typed } = use(EditingContext);
  const wanted = query.get('write');
  const row = useQueuedMutations().find(({ id }) => id === wanted);
  if (!row || !needsPerson(row) || protocolOf(row) !== protocol.id) return null;
  const close = (words = '') => {
    typed.delete(`write ${row.id}`);
    setQuery(
      (now) => {
        now.delete('write');
        return now;
      },
      { replace: true },
    );
    onAnnounce(words);
    focusWhenLost(() => document.querySelector('h1'));
  };
  return (
    <Suspense fallback={null}>
      <QueuedMutationForm key={row.id} row={row} protocol={protocol} nameOf={nameOf} onClose={close} />
    </Suspense>
  );
}
