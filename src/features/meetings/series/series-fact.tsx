import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { readRule } from '#contract/meetings/series/repeat-rule.ts';
import { ruleWords } from '#contract/meetings/series/rule-words.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { knownMeetings } from '#src/data/meeting/index.ts';
import { formatMoment } from '#src/format/index.ts';
import { useQueuedMutations } from '#src/sync/index.ts';
import own from './repeat.module.css';

const maxNext = 3;

/** How a meeting repeats, in words, with links to the next ones known on this device. */
export function SeriesFact({ meeting }: { meeting: Meeting }) {
  const client = useQueryClient();
  const rows = useQueuedMutations();
  const [search] = useSearchParams();
  const rule = readRule(meeting.series?.rule ?? '');
  const next = knownMeetings(client, rows)
    .filter(({ series, start_at }) => series?.id === meeting.series?.id && (start_at ?? '') > (meeting.start_at ?? ''))
    .toSorted((one, other) => (one.start_at ?? '').localeCompare(other.start_at ?? ''))
    .slice(0, maxNext);
  const addressOf = (id: string) => {
    const query = new URLSearchParams(search);
    query.set('meeting', id);
    return `?${query}`;
  };
  return (
    <>
      {capitalized(rule ? ruleWords(rule) : 'повторяется')}
      {next.length > 0 ? (
        <div className={own.next}>
          <span>Следующие:</span>
          {next.map(({ id, start_at }) => (
            <Link key={id} to={addressOf(id)} replace>
              {formatMoment(start_at)}
            </Link>
          ))}
        </div>
      ) : null}
    </>
  );
}
