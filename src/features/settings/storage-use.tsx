import { useEffect, useState } from 'react';
import { ProgressBar } from '#src/components/progress-bar.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { formatBytes } from '#src/lib/sizes.ts';
import styles from './settings-screen.module.css';

interface Use {
  used: number;
  quota: number;
  persisted: boolean;
}

/** How much of the device's room the app takes, and whether the browser may clear it. */
export function StorageUse() {
  const [use, setUse] = useState<Use | 'unknown'>();

  useEffect(() => {
    let left = false;
    estimate().then(
      (found) => left || setUse(found),
      () => left || setUse('unknown'),
    );
    return () => {
      left = true;
    };
  }, []);

  if (!use) return <Skeleton width="100%" height={82} />;
  if (use === 'unknown') return <p>Браузер не сообщает, сколько места занято.</p>;
  return (
    <>
      <ProgressBar
        label="Занято приложением"
        value={use.used / use.quota}
        amount={`${formatBytes(use.used)} из ${formatBytes(use.quota)}`}
      />
      <p className={styles.quiet}>
        {use.persisted
          ? 'Браузер хранит эти данные, пока вы их не удалите.'
          : 'При нехватке места браузер может удалить эти данные. Загружая видео, приложение просит браузер их беречь.'}
      </p>
    </>
  );
}

async function estimate(): Promise<Use> {
  const [{ usage, quota }, persisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  if (usage === undefined || !quota) throw new Error('no estimate');
  return { used: usage, quota, persisted };
}
