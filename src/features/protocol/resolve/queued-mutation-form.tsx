import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { createMember, markMember } from '#src/data/member/index.ts';
import { mutationWords } from '#src/data/queued/index.ts';
import { type Decision, decideReport } from '#src/data/report/index.ts';
import { createTask, updateTask } from '#src/data/task/index.ts';
import { openQueue } from '#src/features/queue/index.ts';
import {
  errorWords,
  type Optimistic,
  type OutboxRow,
  onDevice,
  outbox,
  resolveMutation,
  variablesOf,
} from '#src/sync/index.ts';
import { Button, Card, layout } from '#src/ui/index.ts';
import { ResolveItemForm } from '../agenda/resolve-item-form.tsx';
import { QueuedConflict } from '../conflict/queued-conflict.tsx';
import { editToResolve } from '../editing/edit-to-resolve.ts';
import formStyles from '../editing/forms.module.css';
import type { NameOf } from '../editing/people.ts';
import { queuedConflict } from '../editing/protocol-conflict.ts';
import { AddMemberForm } from '../members/add-member-form.tsx';
import { MarkConflict } from '../members/mark-conflict.tsx';
import { ProtocolHeadForm } from '../new/protocol-head-form.tsx';
import reportStyles from '../tasks/report.module.css';
import { ReturnForm } from '../tasks/return-form.tsx';
import { TaskForm } from '../tasks/task-form.tsx';
import { ResolveLineConflict } from '../transcript/lines-conflict.tsx';
import { lineConflictOf } from '../transcript/use-line-conflicts.ts';
import { VoiceConflictForm, voiceConflictOf } from '../transcript/voice-conflict.tsx';
import styles from './queued-mutation-form.module.css';

interface QueuedMutationFormProps {
  row: OutboxRow;
  protocol: Optimistic<Protocol>;
  nameOf: NameOf;
  onClose: (words?: string) => void;
}

const sentAgain = 'Изменение снова в очереди отправки';

/** A mutation that waits for the person, in its original form, or with the possible actions where it has none. */
export function QueuedMutationForm(props: QueuedMutationFormProps) {
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
            {mutationWords(row, { online: true, now: 0 })}
          </p>
        )}
        {form ?? (
          <div className={layout.centredRow(3)}>
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

/** Returns the form that the mutation came from; undefined where it has none. */
function formOf({ row, protocol, nameOf, onClose }: QueuedMutationFormProps) {
  const done = () => onClose(sentAgain);
  const cancel = () => onClose();
  const lineConflict = lineConflictOf(row);
  if (lineConflict) return <ResolveLineConflict conflict={lineConflict} onDone={onClose} />;
  const named = voiceConflictOf(row);
  if (named) return <VoiceConflictForm conflict={named} onDone={onClose} />;
  const marked = variablesOf(markMember, row);
  if (row.state === 'conflict' && marked) {
    const callbacks = { onResolved: done, onDropped: () => onClose('Осталась отметка сервера') };
    return <MarkConflict row={row} mine={marked} {...callbacks} />;
  }
  if (row.state === 'conflict') {
    const conflict = queuedConflict(row);
    const drop = () => onClose('Осталась версия сервера');
    const callbacks = { onResolved: done, onDropped: drop, onCancel: cancel };
    return conflict && <QueuedConflict row={row} conflict={conflict} nameOf={nameOf} {...callbacks} />;
  }
  if (row.state !== 'failed') return undefined;
  const shared = { protocol, resolves: row, nameOf };
  const edit = editToResolve(row);
  if (edit && !edit.change.agenda)
    return <ProtocolHeadForm {...shared} onDone={(words) => (words ? done() : cancel())} />;
  if (edit?.itemId !== undefined) {
    const callbacks = { itemId: edit.itemId, nameOf, onDone: (words?: string) => (words ? done() : cancel()) };
    return <ResolveItemForm row={row} edit={edit} {...callbacks} />;
  }
  const task = variablesOf(createTask, row) ?? variablesOf(updateTask, row);
  if (task && !('status' in task.fields)) return <TaskForm {...shared} onSaved={done} onCancel={cancel} />;
  const answered = variablesOf(decideReport, row);
  if (answered?.state === 'returned') {
    return <ResolveAnswer row={row} answered={answered} onDone={done} onCancel={cancel} />;
  }
  if (variablesOf(createMember, row)) {
    return <AddMemberForm protocolId={protocol.id} members={[]} resolves={row} onAnnounce={done} />;
  }
  return undefined;
}

interface ResolveAnswerProps {
  row: OutboxRow;
  answered: Decision;
  onDone: () => void;
  onCancel: () => void;
}

/** Form for a return of a report that the server refused: the reason can be sent again or copied. */
function ResolveAnswer({ row, answered, onDone, onCancel }: ResolveAnswerProps) {
  const send = useMutation({
    mutationFn: (answer: string) => resolveMutation(decideReport, row, { ...answered, answer }),
    onSuccess: onDone,
  });
  return (
    <>
      <ReturnForm
        before={answered.answer ?? ''}
        busy={send.isPending}
        onReturn={(words) => send.mutate(words)}
        onCancel={onCancel}
      />
      <div role="alert">
        {send.error ? <p className={reportStyles.failure}>Не отправлено. {errorWords(send.error).words}</p> : null}
      </div>
    </>
  );
}
