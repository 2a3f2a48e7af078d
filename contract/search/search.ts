import * as z from 'zod/mini';
import { int, maybe, queryNumber, string } from '#contract/common.ts';
import { foundText, span } from '#contract/found-text.ts';
import { id } from '#contract/id.ts';

/** Kinds of objects that are searched, in the order in which they are shown. */
export const searchKinds = ['protocol', 'decision', 'task', 'meeting', 'person', 'transcript'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Russian words for the parts of an object in which words are found. */
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
 * A search hit. `id` is that of the object: for a decision that of its point, for a transcript that of its protocol.
 * `marks` are the ranges of the words in `title`; `found` says where else they stand. `at` is the second of the
 * recording `recording_id`, or of the first one without it; `date` is the day or moment of the meeting, or the
 * deadline; `detail` distinguishes it from others of the same name.
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
  /** Role of a person. */
  role: maybe(string),
});
export type SearchHit = z.infer<typeof searchHit>;

/**
 * The first hits of a kind. `total` is not counted far beyond `maxCounted`; for decisions and transcripts it is the
 * number of protocols.
 */
export const searchGroup = z.looseObject({ kind: string, total: int, hits: z.array(searchHit) });
export type SearchGroup = z.infer<typeof searchGroup>;

/** Maximum number of characters of a search. */
export const longestSearch = 200;

/** Maximum number of hits returned of each kind. */
export const maxHits = 20;

/** GET /search: at most `limit` hits of each kind. */
export const searchQuery = z.object({
  search: z
    .string({ error: 'Напишите, что найти' })
    .check(z.maxLength(longestSearch, `Не больше ${longestSearch} символов`)),
  limit: z.optional(queryNumber(1, maxHits)),
});

/** Limit above which the exact number of matches is not shown. */
export const maxCounted = 100;
