import { discardVerbs, effectOf } from '#src/data/queued/index.ts';
import { type OutboxRow, outbox, type UploadView, uploads } from '#src/sync/index.ts';
import { ConfirmDialog } from '#src/ui/index.ts';
import styles from './mutation-item.module.css';

interface DiscardWriteProps {
  row: OutboxRow;
  /** Later mutations and videos that are discarded with it. */
  others: readonly OutboxRow[];
  videos: readonly UploadView[];
  act: (work: Promise<void>) => void;
  onCancel: () => void;
}

/** Asks before an unsent change is discarded for good, naming what is discarded with it. */
export function DiscardMutation({ row, others, videos, act, onCancel }: DiscardWriteProps) {
  const effect = effectOf(row);
  const mayHaveArrived = row.begun || row.state === 'unsure' || row.state === 'unnamed';
  const names = [...others.map(({ title }) => title), ...videos.map(({ name }) => `Видео «${name}»`)];
  const discard = async () => {
    for (const { id } of videos) await uploads.cancel(id);
    await outbox.discard(row.id);
  };
  return (
    <ConfirmDialog
      title={questions[effect]}
      confirm={discardVerbs[effect]}
      cancel={effect === 'creation' ? 'Оставить' : 'Назад'}
      danger={effect !== 'removal'}
      onConfirm={() => act(discard())}
      onCancel={onCancel}
    >
      <p className={styles.title}>{row.title}</p>
      <p className={styles.with}>{consequences[effect][mayHaveArrived ? 'sent' : 'unsent']}</p>
      {names.length > 0 ? (
        <>
          <p className={styles.with}>Вместе с этим удалится то, что без него не отправить:</p>
          <ul className={styles.names}>
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be called the same, and the list stays as it is
              <li key={index}>{name}</li>
            ))}
          </ul>
        </>
      ) : null}
    </ConfirmDialog>
  );
}

const questions = {
  creation: 'Удалить неотправленное?',
  change: 'Не отправлять изменение?',
  removal: 'Отменить удаление?',
} as const;

/** Consequences of discarding. A mutation whose answer was lost may have reached the server. */
const consequences = {
  creation: {
    unsent: 'На сервер это не попадёт, и вернуть это будет нельзя.',
    sent: 'Это уже отправлялось, но ответа не было: сервер мог это принять. Здесь оно удалится, и вернуть его будет нельзя.',
  },
  change: {
    unsent: 'На сервер изменение не попадёт, и вернуть его будет нельзя.',
    sent: 'Изменение уже отправлялось, но ответа не было: сервер мог его принять. Больше оно отправляться не будет, и вернуть его будет нельзя.',
  },
  removal: {
    unsent: 'На сервер это не уйдёт: всё останется, как было.',
    sent: 'Удаление уже отправлялось, но ответа не было: сервер мог его выполнить. Больше оно отправляться не будет.',
  },
} as const;
