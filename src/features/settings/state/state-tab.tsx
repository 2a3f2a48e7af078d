import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { type ProcessingStepName, processingSteps } from '#contract/recordings/processing.ts';
import type { ServerState, TestedPart } from '#contract/state/state.ts';
import { serverStateQuery, useOffers } from '#src/data/provider/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { counted, formatBytes, formatFullMoment, formatMoment } from '#src/format/index.ts';
import { Card, classNames, FigureLink, layout } from '#src/ui/index.ts';
import { Connections } from './connections.tsx';
import { FirstSteps } from './first-steps.tsx';
import { PartTest } from './part-test.tsx';
import { JobList, MailList, readStateList, type StateList, stateListAddress } from './state-lists.tsx';
import styles from './state-tab.module.css';

/** «Состояние»: whether everything that the app needs works, for administrators of the server. */
export function StateTab() {
  const [address] = useSearchParams();
  const list = readStateList(address);
  if (list?.of === 'mails') return <MailList {...list} />;
  return list ? <JobList {...list} /> : <WholeState />;
}

function WholeState() {
  const query = useQuery(serverStateQuery());
  return (
    <QueryView query={query}>
      {(state) => (
        <div className={layout.stack(4)}>
          <FirstSteps state={state} />
          <Connections state={state} />
          <Card title="Сервер">
            <ServerFacts state={state} />
          </Card>
          <Card title="Последние ошибки">
            <Errors errors={state.errors} startedAt={state.started_at} />
          </Card>
        </div>
      )}
    </QueryView>
  );
}

/** Share of free disk space below which uploads may soon have no room. */
const scarceShare = 0.1;

function ServerFacts({ state }: { state: ServerState }) {
  const { version, started_at, database, disk, jobs, mail, media, processing, people, backup } = state;
  const isScarce = disk.free < disk.total * scarceShare;
  const kind = database.kind === 'embedded' ? 'встроенная' : 'PostgreSQL';
  return (
    <dl className={styles.facts}>
      <Fact name="Версия">{version}</Fact>
      <Fact name="Запущен">{formatFullMoment(started_at)}</Fact>
      <Fact name="База данных">{`${kind}, ${formatBytes(database.size)}`}</Fact>
      <Fact name="Место на диске" isBad={isScarce} part="disk">
        {`свободно ${formatBytes(disk.free)} из ${formatBytes(disk.total)}`}
        {isScarce ? '. Освободите место: без него записи не загрузятся.' : ''}
      </Fact>
      <Fact name="Фоновые задания" isBad={jobs.failed > 0} part="jobs">
        <Figure words={`выполняется ${jobs.running}`} of={{ of: 'jobs', state: 'running' }} />
        {', '}
        <Figure words={`ждёт ${jobs.waiting}`} of={{ of: 'jobs', state: 'waiting' }} />
        {', '}
        <Figure words={`не удалось за неделю ${jobs.failed}`} of={{ of: 'jobs', state: 'failed' }} />
      </Fact>
      <Fact name="Письма" isBad={mail.failed > 0}>
        <MailFigures mail={mail} />
      </Fact>
      <Fact name="Обработка видео" isBad={!media}>
        {media ? 'ffmpeg установлен' : 'ffmpeg не установлен: видео принимаются, но не обрабатываются'}
      </Fact>
      {processing?.steps.length ? (
        <Fact name="Обработка за неделю">
          <StepFigures processing={processing} />
        </Fact>
      ) : null}
      <Fact name="Учётные записи">
        <FigureLink to="/main/settings/users?with_blocked=1">
          {counted(people, 'человек', 'человека', 'человек')}
        </FigureLink>
      </Fact>
      <Fact name="Резервные копии" isBad={isBackupMissing(state)} part="backup">
        {backup ? (
          `последняя ${formatMoment(backup.at)}, в ${backup.place}`
        ) : (
          <>
            на этом компьютере ещё не делались: <code>npm run backup -- --to ПАПКА</code>, лучше каждую ночь
          </>
        )}
      </Fact>
    </dl>
  );
}

/** Age in days beyond which a backup is too old to rely on, and after which a server without any is in danger. */
const maxBackupDays = 7;

function isBackupMissing({ backup, started_at }: ServerState): boolean {
  return Date.now() - Date.parse(backup?.at ?? started_at) > maxBackupDays * 24 * 3600 * 1000;
}

function MailFigures({ mail }: { mail: ServerState['mail'] }) {
  const { waiting, failed, stored, last_sent_at, last_failure } = mail;
  return (
    <>
      {last_sent_at ? `последнее отправлено ${formatMoment(last_sent_at)}, ` : 'за неделю ничего не отправлено, '}
      <Figure words={`ждёт отправки ${waiting}`} of={{ of: 'mails', state: 'waiting' }} />
      {', '}
      <Figure words={`не удалось ${failed}`} of={{ of: 'mails', state: 'failed' }} />
      {stored > 0 ? ', ' : null}
      {stored > 0 ? <Figure words={`сохранено на сервере ${stored}`} of={{ of: 'mails', state: 'stored' }} /> : null}
      {last_failure ? `. Последняя причина: ${last_failure.words}` : null}
    </>
  );
}

/** A figure that leads to what it counts; where the server does not list it, words alone. */
function Figure({ words, of }: { words: string; of: StateList }) {
  const { stateLists } = useOffers();
  return <FigureLink to={stateLists ? stateListAddress(of) : undefined}>{words}</FigureLink>;
}

interface FactProps {
  name: string;
  isBad?: boolean;
  /** Part of the server that a button beside the fact tests. */
  part?: TestedPart;
  children: React.ReactNode;
}

function Fact({ name, isBad = false, part, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={classNames(isBad && styles.bad, part && styles.connection)} dir="auto">
        {part ? (
          <PartTest part={part} title={name}>
            {children}
          </PartTest>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}

function Errors({ errors, startedAt }: { errors: ServerState['errors']; startedAt: string }) {
  if (errors.length === 0) return <p className={styles.note}>{`Ошибок нет с ${formatMoment(startedAt)}.`}</p>;
  return (
    <ol className={styles.errors} aria-label="Последние ошибки">
      {errors.map(({ at, where, words }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two errors may be the same in everything
        <li key={`${at} ${index}`}>
          <p className={styles.note}>
            <time dateTime={at}>{formatMoment(at)}</time> · <code>{where}</code>
          </p>
          <p className={styles.words}>{words}</p>
        </li>
      ))}
    </ol>
  );
}

const names: Partial<Record<ProcessingStepName, string>> = {
  probe: 'Проверка файла',
  playable: 'Видео для просмотра',
  poster: 'Обложка',
  audio: 'Звук',
  transcript: 'Расшифровка',
};

/** Maximum usage of the processing steps in the last week, beside the limits of a program. */
function StepFigures({ processing }: { processing: NonNullable<ServerState['processing']> }) {
  return (
    <>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">Шаг</th>
            <th scope="col">Дольше всего</th>
            <th scope="col">Больше всего памяти</th>
          </tr>
        </thead>
        <tbody>
          {processing.steps.map(({ step, seconds, memory }) => (
            <tr key={step}>
              <th scope="row">{nameOf(step)}</th>
              <td>{shortLength(seconds)}</td>
              <td>{formatBytes(memory)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{`Больше ${formatBytes(processing.most_memory)} программе не даётся.`}</p>
    </>
  );
}

/** Returns «4 с», «12 мин 40 с», «1 ч 5 мин». */
function shortLength(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = [hours && `${hours}\u00A0ч`, minutes && `${minutes}\u00A0мин`, !hours && rest && `${rest}\u00A0с`];
  return parts.filter(Boolean).join(' ');
}

function nameOf(step: string): string {
  const known = processingSteps.find((name) => name === step);
  return (known && names[known]) ?? step;
}
