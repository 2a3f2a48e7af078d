import type { ReactNode } from 'react';
import type { ServerState, TestedPart } from '#contract/state/state.ts';
import { Badge, Card } from '#src/ui/index.ts';
import { connectionId } from './connection-id.ts';
import { PartTest } from './part-test.tsx';
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
  return (
    // A step of the first day leads here.
    <li id={connectionId(part)} tabIndex={-1} className={styles.connection}>
      <PartTest part={part} title={title} offered={isConnected || part === 'mail'}>
        <p className={styles.name}>
          {title} <Badge tone={isConnected ? 'ok' : 'warn'}>{isConnected ? 'Подключено' : 'Не подключено'}</Badge>
        </p>
        <div className={styles.note} dir="auto">
          {words}
        </div>
      </PartTest>
    </li>
  );
}
