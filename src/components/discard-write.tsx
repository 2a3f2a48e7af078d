import { outbox } from '#src/lib/outbox.ts';
import { uploads } from '#src/lib/uploads.ts';
import { deleteProtocol } from '#src/lib/writes/protocol-writes.ts';
import { variablesOf } from '#src/lib/writes/write-kind.ts';
import type { OutboxRow } from '#src/offline/outbox-row.ts';
import type { UploadView } from '#src/offline/upload-view.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './write-item.module.css';

interface DiscardWriteProps {
  row: OutboxRow;
  /** The later writes and the videos that go with it. */
  others: readonly OutboxRow[];
  videos: readonly UploadView[];
  act: (work: Promise<void>) => void;
  onCancel: () => void;
}

/** Asks before an unsent change is dropped for good, and says what goes with it. */
export function DiscardWrite({ row, others, videos, act, onCancel }: DiscardWriteProps) {
  const isRemoval = row.request.method === 'DELETE';
  const names = [...others.map(({ title }) => title), ...videos.map(({ name }) => `Видео «${name}»`)];
  const discard = async () => {
    for (const { id } of videos) await uploads.cancel(id);
    await outbox.discard(row.id);
    const back = variablesOf(deleteProtocol, row);
    if (back) await resumeVideosOf(back.id);
  };
  return (
    <ConfirmDialog
      title={isRemoval ? 'Отменить удаление?' : 'Удалить неотправленное?'}
      confirm={isRemoval ? 'Не удалять' : 'Удалить'}
      cancel={isRemoval ? 'Назад' : 'Оставить'}
      danger={!isRemoval}
      onConfirm={() => act(discard())}
      onCancel={onCancel}
    >
      <p className={styles.title}>{row.title}</p>
      <p className={styles.with}>
        {whatFollows(isRemoval, row.begun || row.state === 'unsure' || row.state === 'unnamed')}
      </p>
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

/** They were held when their protocol was to be deleted. */
async function resumeVideosOf(protocolId: string): Promise<void> {
  const videos = uploads.list().filter((upload) => upload.protocolId === protocolId && upload.state === 'paused');
  for (const { id } of videos) await uploads.resume(id);
}

/** What discarding comes to. A write whose answer was lost may have reached the server. */
function whatFollows(isRemoval: boolean, mayHaveArrived: boolean): string {
  if (isRemoval) {
    return mayHaveArrived
      ? 'Удаление уже отправлялось, но ответа не было: сервер мог его выполнить. Больше оно отправляться не будет.'
      : 'На сервер это не уйдёт: всё останется, как было.';
  }
  return mayHaveArrived
    ? 'Это уже отправлялось, но ответа не было: сервер мог это принять. Здесь оно удалится, и вернуть его будет нельзя.'
    : 'На сервер это не попадёт, и вернуть это будет нельзя.';
}
