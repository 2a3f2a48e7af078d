import { useCallback, useEffect, useState } from 'react';
import { loadCurrentUser } from '#src/features/session/load-current-user.ts';
import { signOut } from '#src/features/session/sign-out.ts';
import { connectivity, errorWords } from '#src/sync/index.ts';
import { Button, ErrorState, Spinner } from '#src/ui/index.ts';
import styles from './role-unknown.module.css';

/** Asks who is signed in; where that fails it says so, asks again when the line returns, and lets the person leave. */
export function RoleUnknown() {
  const [failure, setFailure] = useState<unknown>();

  const ask = useCallback(() => {
    setFailure(undefined);
    loadCurrentUser().catch(setFailure);
  }, []);

  useEffect(() => {
    ask();
    return connectivity.subscribe(() => {
      if (connectivity.isOnline()) ask();
    });
  }, [ask]);

  if (failure === undefined) return <Spinner page />;
  const { offline, title, words } = errorWords(failure);
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">Протокол</h1>
      <ErrorState offline={offline} title={title} words={words} onRetry={ask} />
      <Button variant="quiet" onClick={() => void signOut()}>
        Выйти
      </Button>
    </main>
  );
}
