import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { onceSafeToReload } from '#src/data/recording/index.ts';
import { connectivity, useOnline } from '#src/sync/index.ts';
import { Button, CloudOffIcon, DetailsSummary, ScreenHeading } from '#src/ui/index.ts';
import styles from './error-screen.module.css';
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts';

const reloadPage = () => window.location.reload();

/** The routed area could not be drawn: most often a part of the app could not be fetched. */
export function ErrorScreen({ reload = reloadPage }: { reload?: () => void }) {
  const error = useRouteError();
  const [isAsked, setAsked] = useState(false);
  const answers = useOnline() && isAsked;

  useEffect(() => {
    const left = new AbortController();
    // By itself never at the cost of a video that only this page holds; the button is there meanwhile.
    const reloadOnceSafe = () => {
      if (!left.signal.aborted) left.signal.addEventListener('abort', onceSafeToReload(reload));
    };
    // Once for each return of the connection; what is broken for another reason does not reload in a circle.
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
