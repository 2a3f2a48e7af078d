import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { onceSafeToReload } from '#src/data/recording/index.ts';
import { connectivity, useOnline } from '#src/sync/index.ts';
import { Button, CloudOffIcon, DetailsSummary, ScreenHeading } from '#src/ui/index.ts';
import styles from './error-screen.module.css';
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts';

const reloadPage = () => window.location.reload();

/** Shown when the routed screen failed to render, most often because a part of the app could not be loaded. */
export function ErrorScreen({ reload = reloadPage }: { reload?: () => void }) {
  const error = useRouteError();
  const [isAsked, setAsked] = useState(false);
  const answers = useOnline() && isAsked;

  useEffect(() => {
    const left = new AbortController();
    // An automatic reload waits while only this page holds a video; the button works meanwhile.
    const reloadOnceSafe = () => {
      if (!left.signal.aborted) left.signal.addEventListener('abort', onceSafeToReload(reload));
    };
    // Only once per return of the connection, so that an error with another cause does not reload in a loop.
    const unsubscribe = connectivity.subscribe(() => {
      if (connectivity.isOnline()) reloadOnceSafe();
    });
    void connectivity.probe().then(() => setAsked(true));
    void reloadOnMissingChunk(error, reloadOnceSafe);
    return () => {
      left.abort();
      unsubscribe();
    };
  }, [error, reload]);

  return (
    <div className={styles.screen} role="alert">
      <CloudOffIcon size={40} />
      <ScreenHeading title="Нет подключения к интернету" />
      <p className={styles.words}>
        Записанное на этом устройстве сохранено.{' '}
        {answers
          ? 'Сервер отвечает, но экран не открылся: обновите страницу.'
          : 'Проверьте сеть: экран обновится сам, когда подключение вернётся.'}
      </p>
      <Button variant="primary" onClick={reload}>
        Обновить страницу
      </Button>
      <details className={styles.details}>
        <DetailsSummary>Технические подробности</DetailsSummary>
        <pre>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</pre>
      </details>
    </div>
  );
}
