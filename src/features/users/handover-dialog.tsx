import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { User } from '#contract/identity/user.ts';
import { handOver, ownedWorkQuery, ownedWorkWords, personName, refreshPerson } from '#src/data/person/index.ts';
import { QueryView, useOfflineNote } from '#src/features/connection/index.ts';
import { type ChosenPerson, PersonPicker } from '#src/features/people/index.ts';
import { ApiError, errorWords } from '#src/sync/index.ts';
import { FormDialog, Skeleton, showToast } from '#src/ui/index.ts';
import styles from './users.module.css';

interface HandoverDialogProps {
  person: User;
  onClose: () => void;
}

/** Gives all that a secretary has to another one, and says before how much that is. */
export function HandoverDialog({ person, onClose }: HandoverDialogProps) {
  const client = useQueryClient();
  const offlineNote = useOfflineNote();
  const picker = useRef<HTMLInputElement>(null);
  const key = useRef(uuidv7());
  const [chosen, choose] = useState<ChosenPerson>();
  const [isMissing, setMissing] = useState(false);
  const work = useQuery(ownedWorkQuery(person.id));
  const rows = work.data && ownedWorkWords(work.data);
  const move = useMutation({
    mutationFn: ({ id }: ChosenPerson) => handOver(person.id, id, key.current),
    onSuccess: async (moved, { name }) => {
      if (ownedWorkWords(moved).length > 0)
        showToast('Дела переданы', { detail: `${personName(person)} → ${name}`, tone: 'ok' });
      else showToast('Передавать было нечего', { detail: `${personName(person)}: дел здесь уже нет` });
      onClose();
      client.removeQueries({ queryKey: ['owned-work'] });
      await refreshPerson(client, { id: person.id });
    },
    onError: (error) => {
      // After a lost answer the outcome is unknown, so the same request is repeated under the same key.
      if (error instanceof ApiError) key.current = uuidv7();
      else void work.refetch();
    },
  });
  const refused = move.error instanceof ApiError ? move.error.fields.to : undefined;
  // A repeated request is answered with what the first one moved.
  const isLost = move.error !== null && !(move.error instanceof ApiError);
  const isEmpty = rows?.length === 0;
  const submit = () => {
    if (move.isPending || !rows) return;
    if (chosen) return move.mutate(chosen);
    setMissing(true);
    picker.current?.focus();
  };
  const failure = () => {
    if (isLost && isEmpty)
      return 'Ответ сервера потерян, но дел здесь больше нет: видимо, они переданы. Нажмите «Передать» ещё раз, чтобы в этом убедиться';
    return move.error && !refused ? `Дела не переданы. ${errorWords(move.error).words}` : undefined;
  };
  const obstacle = () => {
    if (work.isError && !rows) return 'Сначала узнайте, что перейдёт: нажмите «Повторить»';
    return isEmpty && !isLost ? 'Передавать нечего: ни встреч, ни протоколов здесь нет' : null;
  };
  return (
    <FormDialog
      title="Передать дела"
      submit="Передать"
      busy={move.isPending}
      dirty={chosen !== undefined}
      blockedBy={offlineNote ?? obstacle()}
      failure={failure()}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <PersonPicker
        label="Кому передать"
        description="Секретарь, у которого есть доступ"
        inputRef={picker}
        value={chosen ? [chosen] : []}
        ofRole="secretary"
        exclude={[person.id]}
        error={refused ?? (isMissing && !chosen ? 'Выберите секретаря' : undefined)}
        onChange={([next]) => {
          key.current = uuidv7();
          move.reset();
          choose(next);
        }}
      />
      <section aria-label="Что будет передано">
        <p>{personName(person)}. Перейдёт всё:</p>
        <QueryView query={work} skeleton={<Skeleton width="60%" />}>
          {(counts) => (
            <ul className={styles.moved}>
              {ownedWorkWords(counts).map((words) => (
                <li key={words}>{words}</li>
              ))}
              <li>ключевые слова, которых у нового секретаря ещё нет</li>
            </ul>
          )}
        </QueryView>
      </section>
      <p>
        Отменить передачу нельзя. Видеть и менять это сможет только новый секретарь; показатели тоже перейдут к нему.
        Номера, участники и итоговые версии протоколов останутся как есть. Что прежний секретарь не успел отправить,
        останется у него на устройстве: сервер этого уже не примет. Удаления, которые ждали отправки, не выполнятся.
      </p>
    </FormDialog>
  );
}
