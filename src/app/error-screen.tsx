import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { connectivity } from '#src/lib/connectivity.ts';
import styles from './error-screen.module.css';

/** The routed area could not be drawn: most often a part of the app could not be fetched. */
export function ErrorScreen() {
  const error = useRouteError();

  useEffect(() => {
    document.title = 'Нет подключения к интернету — Протокол';
    // Once for each return of the line; what is broken for another reason does not reload in a circle.
    return connectivity.subscribe(() => {
      if (connectivity.isOnline()) window.location.reload();
    });
  }, []);

  return (
    <div className={styles.screen} role="alert">
      <Icon of={CloudOff} size={40} />
      <h1>Нет подключения к интернету</h1>
      <p className={styles.words}>
        Записанное на этом устройстве сохранено. Проверьте сеть: экран обновится сам, когда подключение вернётся.
      </p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Обновить страницу
      </Button>
      <details className={styles.details}>
        <summary>Технические подробности</summary>
        <pre>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</pre>
      </details>
    </div>
  );
}
