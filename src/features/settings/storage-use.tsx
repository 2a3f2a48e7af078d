import { useCallback, useEffect, useState } from 'react';
import { readShares, type StorageShares, useQueueCount } from '#src/features/queue/index.ts';
import { formatBytes } from '#src/format/index.ts';
import { askForProtection } from '#src/sync/index.ts';
import { Button, ProgressBar, Skeleton } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

/** Storage that the app uses on the device, by kind, whether the browser may clear it, and a button to forbid that. */
export function StorageUse() {
  const [shares, setShares] = useState<StorageShares | 'unknown'>();
  const queue = JSON.stringify(useQueueCount());

  const read = useCallback(async () => setShares((await readShares()) ?? 'unknown'), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is queued takes room
  useEffect(() => void read(), [read, queue]);

  if (!shares) return <Skeleton width="100%" height={150} />;
  if (shares === 'unknown') return <p>Браузер не сообщает, сколько места занято.</p>;
  const { used, quota, videos, changes, rest } = shares;
  const rows = [
    { title: 'Видео, которые ждут отправки', size: videos },
    { title: 'Неотправленные изменения', size: changes },
    { title: 'Приложение и прочитанные данные', size: rest },
  ].filter(({ size }) => size > 0);
  return (
    <>
      <ProgressBar
        label="Занято приложением"
        value={used / quota}
        amount={`${formatBytes(used)} из ${formatBytes(quota)}`}
      />
      <dl className={styles.shares} aria-label="На что ушло место">
        {rows.map(({ title, size }) => (
          <div key={title} className={styles.share}>
            <dt>{title}</dt>
            <dd>{formatBytes(size)}</dd>
          </div>
        ))}
      </dl>
      <Protection isProtected={shares.isProtected} onAsked={read} />
    </>
  );
}

function Protection({ isProtected, onAsked }: { isProtected: boolean | undefined; onAsked: () => Promise<void> }) {
  const [asked, setAsked] = useState<'asking' | 'refused'>();
  const ask = async () => {
    setAsked('asking');
    const granted = await askForProtection();
    setAsked(granted ? undefined : 'refused');
    await onAsked();
  };
  if (isProtected === undefined) return null;
  return (
    <>
      <p className={styles.quiet} role="status">
        {protectionWords(isProtected, asked === 'refused')}
      </p>
      {isProtected ? null : (
        <Button size="small" className={styles.below} busy={asked === 'asking'} onClick={() => void ask()}>
          Защитить от очистки
        </Button>
      )}
    </>
  );
}

function protectionWords(isProtected: boolean, isRefused: boolean): string {
  if (isProtected) return 'Данные защищены от очистки: браузер хранит их, пока вы сами их не удалите.';
  if (isRefused) {
    return 'Браузер пока не согласился. Обычно он соглашается, когда приложение установлено или добавлено в закладки.';
  }
  return 'Браузер может очистить эти данные, если на устройстве не хватит места.';
}
