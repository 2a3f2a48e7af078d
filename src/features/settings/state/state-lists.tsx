import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import type { Page } from '#contract/envelope.ts';
import { type JobState, jobStates, type MailState, mailStates } from '#contract/state/state.ts';
import { stateJobsQuery, stateMailsQuery } from '#src/data/provider/index.ts';
import { readPage } from '#src/data/read-page.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { formatMoment, formatNumber } from '#src/format/index.ts';
import { ButtonLink, Card, layout, Pagination } from '#src/ui/index.ts';
import { jobWords } from './job-words.ts';
import styles from './state-tab.module.css';

/** What a figure of the state counts. */
export type StateList = ({ of: 'mails'; state: MailState } | { of: 'jobs'; state: JobState }) & { page?: number };

const stateAddress = '/main/settings?tab=state';

export function stateListAddress({ of, state, page = 1 }: StateList): string {
  return `${stateAddress}&${of}=${state}${page > 1 ? `&page=${page}` : ''}`;
}

/** Reads `&mails=` or `&jobs=`, with `&page=`; undefined where the state itself is meant. */
export function readStateList(query: URLSearchParams): StateList | undefined {
  const page = readPage(query);
  const mails = mailStates.find((known) => known === query.get('mails'));
  if (mails) return { of: 'mails', state: mails, page };
  const jobs = jobStates.find((known) => known === query.get('jobs'));
  return jobs && { of: 'jobs', state: jobs, page };
}

const mailTitles: Record<MailState, string> = {
  failed: 'Письма, которые не удалось отправить за неделю',
  waiting: 'Письма, которые ждут отправки',
  stored: 'Письма, сохранённые на сервере за неделю',
};

const jobTitles: Record<JobState, string> = {
  failed: 'Задания, которые не удались за неделю',
  waiting: 'Задания, которые ждут',
  running: 'Задания, которые выполняются',
};

/** To whom each mail was to go, of which kind it is, when it was written, and why it did not leave. */
export function MailList({ state, page = 1 }: { state: MailState; page?: number | undefined }) {
  const query = useQuery(stateMailsQuery(state, page));
  return (
    <Listed
      query={query}
      title={mailTitles[state]}
      none="Таких писем нет."
      href={(next) => ({ of: 'mails', state, page: next })}
    >
      {({ to, kind, at, words }) => ({ at, name: kind, words: [to, words] })}
    </Listed>
  );
}

export function JobList({ state, page = 1 }: { state: JobState; page?: number | undefined }) {
  const query = useQuery(stateJobsQuery(state, page));
  return (
    <Listed
      query={query}
      title={jobTitles[state]}
      none="Таких заданий нет."
      href={(next) => ({ of: 'jobs', state, page: next })}
    >
      {({ queue, at, words }) => ({ at, name: jobWords[queue] ?? queue, words: [words] })}
    </Listed>
  );
}

interface Row {
  at: string;
  name: string;
  words: (string | null | undefined)[];
}

interface ListedProps<T> {
  query: UseQueryResult<Page<T>>;
  title: string;
  none: string;
  href: (page: number) => StateList;
  children: (each: T) => Row;
}

function Listed<T extends { id: string }>({ query, title, none, href, children }: ListedProps<T>) {
  const { data } = query;
  const total = data?.meta.total;
  return (
    <div className={layout.stack(4)}>
      <ButtonLink size="small" icon={ArrowLeft} className={styles.back} to={stateAddress}>
        К состоянию
      </ButtonLink>
      <Card title={total === undefined ? title : `${title}: ${formatNumber(total)}`}>
        <QueryView query={query}>
          {({ rows }) =>
            rows.length === 0 ? (
              <p className={styles.note}>{none}</p>
            ) : (
              <ol className={styles.errors} aria-label={title}>
                {rows.map((each) => (
                  <ListedRow key={each.id} {...children(each)} />
                ))}
              </ol>
            )
          }
        </QueryView>
      </Card>
      <Pagination of={data} href={(page) => stateListAddress(href(page))} />
    </div>
  );
}

function ListedRow({ at, name, words }: Row): ReactNode {
  return (
    <li>
      <p className={styles.note}>
        <time dateTime={at}>{formatMoment(at)}</time> · {name}
      </p>
      {words.map((each) =>
        each ? (
          <p key={each} className={styles.words} dir="auto">
            {each}
          </p>
        ) : null,
      )}
    </li>
  );
}
