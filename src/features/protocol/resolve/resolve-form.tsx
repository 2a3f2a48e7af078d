import { useMutation } from '@tanstack/react-query';
import { use, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Protocol } from '#contract/protocol.ts';
import { createMember } from '#src/data/member/index.ts';
import { protocolOf, writeWords } from '#src/data/queued/index.ts';
import { createTask, updateTask } from '#src/data/task/index.ts';
import { openQueue } from '#src/features/queue/index.ts';
import {
  errorWords,
  type Laid,
  needsPerson,
  type OutboxRow,
  onDevice,
  outbox,
  useWrites,
  variablesOf,
} from '#src/sync/index.ts';
import { Button, Card, focusWhenLost } from '#src/ui/index.ts';
import { AmendItemForm } from '../agenda/amend-item-form.tsx';
import { KeptConflict, keptConflict } from '../conflict/kept-conflict.tsx';
import { amendedEdit } from '../editing/amended.ts';
import { EditingContext } from '../editing/editing.ts';
import formStyles from '../editing/forms.module.css';
import type { NameOf } from '../editing/people.ts';
import { AddMemberForm } from '../members/add-member-form.tsx';
import { ProtocolHeadForm } from '../new/protocol-head-form.tsx';
import { TaskForm } from '../tasks/task-form.tsx';
import { SaidConflict } from '../transcript/said-conflict.tsx';
import { lineConflictOf } from '../transcript/use-line-conflicts.ts';
import styles from './resolve-form.module.css';

interface KeptWriteProps {
  protocol: Laid<Protocol>;
  nameOf: NameOf;
  onSaid: (words: string) => void;
}

/** `?write=`: a change of this protocol that waits for the person, in the form where it can be put right. */
export function KeptWrite({ protocol, nameOf, onSaid }: KeptWriteProps) {
  const [query, setQuery] = useSearchParams();
  const { typed } = use(EditingContext);
  const wanted = query.get('write');
  const row = useWrites().find(({ id }) => id === wanted);
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
    onSaid(words);
    focusWhenLost(() => document.querySelector('h1'));
  };
  return <Kept key={row.id} row={row} protocol={protocol} nameOf={nameOf} onClose={close} />;
}

interface KeptProps {
  row: OutboxRow;
  protocol: Laid<Protocol>;
  nameOf: NameOf;
  onClose: (words?: string) => void;
}

const sentAgain = 'Изменение снова в очереди отправки';

function Kept(props: KeptProps) {
  const { row, onClose } = props;
  const section = useRef<HTMLElement>(null);
  const form = formOf(props);
  const retry = useMutation({
    mutationFn: () => onDevice(outbox.retry(row.id)),
    onSuccess: () => onClose(sentAgain),
  });
  useEffect(() => {
    section.current?.scrollIntoView?.({ block: 'nearest' });
    if (!section.current?.contains(document.activeElement)) section.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Card>
      <section ref={section} tabIndex={-1} data-kept="" aria-label={row.title} className={styles.kept}>
        <h2>{row.title}</h2>
        {row.state === 'conflict' && form ? null : (
          <p className={row.state === 'failed' ? formStyles.failure : undefined}>
            {writeWords(row, { online: true, now: 0 })}
          </p>
        )}
        {form ?? (
          <div className={formStyles.buttons}>
            {row.state === 'failed' ? (
              <Button busy={retry.isPending} onClick={() => retry.mutate()}>
                Отправить ещё раз
              </Button>
            ) : null}
            <Button onClick={() => openQueue([row.id])}>Открыть очередь отправки</Button>
            <Button variant="quiet" onClick={() => onClose()}>
              Закрыть
            </Button>
          </div>
        )}
        {retry.error ? (
          <p className={formStyles.failure} role="alert">
            Не отправлено. {errorWords(retry.error).title}. {errorWords(retry.error).words}
          </p>
        ) : null}
      </section>
    </Card>
  );
}

/** The form that the write came from; undefined where it came from none, or has none of its own. */
function formOf({ row, protocol, nameOf, onClose }: KeptProps) {
  const done = () => onClose(sentAgain);
  const cancel = () => onClose();
  const said = lineConflictOf(row);
  if (said) return <SaidConflict conflict={said} onDone={onClose} />;
  if (row.state === 'conflict') {
    const conflict = keptConflict(row);
    const drop = () => onClose('Осталась версия сервера');
    const ways = { onAmended: done, onDropped: drop, onCancel: cancel };
    return conflict && <KeptConflict row={row} conflict={conflict} nameOf={nameOf} {...ways} />;
  }
  if (row.state !== 'failed') return undefined;
  const shared = { protocol, amends: row, nameOf };
  const edit = amendedEdit(row);
  if (edit && !edit.change.agenda)
    return <ProtocolHeadForm {...shared} onDone={(words) => (words ? done() : cancel())} />;
  if (edit?.itemId !== undefined) {
    const ways = { itemId: edit.itemId, nameOf, onDone: (words?: string) => (words ? done() : cancel()) };
    return <AmendItemForm row={row} edit={edit} {...ways} />;
  }
  const task = variablesOf(createTask, row) ?? variablesOf(updateTask, row);
  if (task && !('status' in task.fields)) return <TaskForm {...shared} onSaved={done} onCancel={cancel} />;
  if (variablesOf(createMember, row)) {
    return <AddMemberForm protocolId={protocol.id} members={[]} amends={row} onSaid={done} />;
  }
  return undefined;
}
