import * as z from 'zod/mini';
import { int, maybe, queryNumber, string } from './common.ts';
import { foundText, span } from './found-text.ts';
import { id } from './id.ts';

/** What is searched, in the order in which it is shown. */
export const searchKinds = ['protocol', 'decision', 'task', 'meeting', 'person', 'transcript'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The parts of things in which words are found, in Russian. */
export const foundPlaceWords: Record<string, string> = {
  title: 'Название',
  number: 'Номер',
  kind: 'Вид',
  place: 'Место',
  organization: 'Организация',
  question: 'Вопрос',
  listened: 'Слушали',
  discussion: 'Выступили',
  decision: 'Решили',
  description: 'Описание',
  assignee: 'Ответственный',
  protocol: 'Протокол',
  position: 'Должность',
  email: 'E-mail',
  spoken: 'Расшифровка',
};

/**
 * Something that was found. `id` is the thing's own: of a decision that of its point, of a transcript that of its protocol.
 * `title` with the places of the words in it; `found` says where else they stand. `at` is the second of the recording, the first one unless
 * `recording_id` names it,
 * `date` the day or moment of the meeting, or the deadline, `detail` what tells it from others of its name.
 */
export const searchHit = z.looseObject({
  id,
  title: string,
  marks: z.array(span),
  found: maybe(foundText),
  protocol_id: maybe(id),
  agenda_id: maybe(id),
  decision_id: maybe(id),
  at: maybe(z.number()),
  recording_id: maybe(string),
  date: maybe(string),
  detail: maybe(string),
  /** Of a person. */
  role: maybe(string),
});
export type SearchHit = z.infer<typeof searchHit>;

/**
 * The first hits of a kind. `total` counts not much further than `mostCounted`; of decisions and transcripts it counts
 * protocols.
 */
export const searchGroup = z.looseObject({ kind: string, total: int, hits: z.array(searchHit) });
export type SearchGroup = z.infer<typeof searchGroup>;

/** So many signs of a search are read. */
export const longestSearch = 200;

/** So many hits of a kind are told at most. */
export const mostHits = 20;

/** GET /search: `limit` hits of each kind. */
export const searchQuery = z.object({
  search: z
    .string({ error: 'Напишите, что найти' })
    .check(z.maxLength(longestSearch, `Не больше ${longestSearch} символов`)),
  limit: z.optional(queryNumber(1, mostHits)),
});

/** Of more matches it is not told how many there are. */
export const mostCounted = 100;
