import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { calls } from '#contract/calls.ts';
import type { TestedPart } from '#contract/state/state.ts';
import { serverStateQuery } from '#src/data/provider/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Button, classNames } from '#src/ui/index.ts';
import styles from './state-tab.module.css';

interface PartTestProps {
  part: TestedPart;
  title: string;
  /** Whether there is anything to test. */
  offered?: boolean;
  children: ReactNode;
}

/** A part of the server, with a button that tests it and the result of the test. */
export function PartTest({ part, title, offered = true, children }: PartTestProps) {
  const client = useQueryClient();
  const trial = useMutation({
    mutationFn: () => api(calls.testPart, { body: { part } }),
    // A test may have updated the measured state.
    onSuccess: () => client.invalidateQueries({ queryKey: serverStateQuery().queryKey }),
  });
  const failure = trial.error && errorWords(trial.error).words;
  return (
    <>
      <div className={styles.words}>
        {children}
        <p role="status" className={classNames(styles.result, trial.data?.works ? styles.ok : styles.bad)} dir="auto">
          {trial.data?.words ?? failure}
        </p>
      </div>
      {offered ? (
        <Button size="small" aria-label={`Проверить: ${title}`} busy={trial.isPending} onClick={() => trial.mutate()}>
          {trial.isPending ? 'Проверка...' : 'Проверить'}
        </Button>
      ) : null}
    </>
  );
}
