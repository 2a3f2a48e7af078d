import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { calls } from '#contract/calls.ts';
import type { ServerState, TestedPart } from '#contract/state.ts';
import { serverStateQuery } from '#src/data/provider/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Badge, Button, Card, classNames } from '#src/ui/index.ts';
import { SpeechWords } from './speech-words.tsx';
import styles from './state-tab.module.css';

interface Connection {
  part: TestedPart;
  title: string;
  isConnected: boolean;
  /** What the server is connected to, or what is missing without it and who can change that. */
  words: ReactNode;
}

/** Connections of the server, each with a button that tests it. */
export function Connections({ state }: { state: ServerState }) {
  return (
    <Card title="Подключения">
      <ul className={styles.connections}>
        {connectionsOf(state).map((connection) => (
          <ConnectionRow key={connection.part} {...connection} />
        ))}
      </ul>
    </Card>
  );
}

function connectionsOf({ mail, speech, model, storage }: ServerState): Connection[] {
  return [
    {
      part: 'mail',
      title: 'Почта',
      isConnected: mail.connected,
      words: mail.connected ? (
        `${mail.address}, отправитель ${mail.from}`
      ) : (
        <>
          Письма сохраняются на сервере и никуда не уходят. Задайте серверу <code>SMTP_URL</code> и перезапустите его.
        </>
      ),
    },
    {
      part: 'speech',
      title: 'Распознавание речи',
      isConnected: speech.connected,
      words: <SpeechWords speech={speech} />,
    },
    {
      part: 'model',
      title: 'Языковая модель',
      isConnected: model.connected,
      words: model.connected ? (
        (model.address ?? '')
      ) : (
        <>
          Краткое содержание составляется из фраз записи. Чтобы его писала модель, задайте серверу <code>LLM_URL</code>.
        </>
      ),
    },
    {
      part: 'storage',
      title: 'Хранилище файлов',
      isConnected: true,
      words: storage.kind === 's3' ? `S3: ${storage.address}` : 'Папка files рядом с данными сервера.',
    },
  ];
}

function ConnectionRow({ part, title, isConnected, words }: Connection) {
  const client = useQueryClient();
  const trial = useMutation({
    mutationFn: () => api(calls.testPart, { body: { part } }),
    // A test may have updated the measured state.
    onSuccess: () => client.invalidateQueries({ queryKey: serverStateQuery().queryKey }),
  });
  const failure = trial.error && errorWords(trial.error).words;
  return (
    <li className={styles.connection}>
      <div className={styles.words}>
        <p className={styles.name}>
          {title} <Badge tone={isConnected ? 'ok' : 'warn'}>{isConnected ? 'Подключено' : 'Не подключено'}</Badge>
        </p>
        <div className={styles.note} dir="auto">
          {words}
        </div>
        <p role="status" className={classNames(styles.result, trial.data?.works ? styles.ok : styles.bad)} dir="auto">
          {trial.data?.words ?? failure}
        </p>
      </div>
      {isConnected || part === 'mail' ? (
        <Button size="small" aria-label={`Проверить: ${title}`} busy={trial.isPending} onClick={() => trial.mutate()}>
          {trial.isPending ? 'Проверка...' : 'Проверить'}
        </Button>
      ) : null}
    </li>
  );
}
