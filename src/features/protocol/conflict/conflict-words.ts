import { type QuorumRule, quorumWords } from '#contract/bodies/quorum.ts';
import { decisionCounter, type Levelled } from '#contract/decisions/decision-places.ts';
import type { FormattedText } from '#contract/protocols/formatted-text.ts';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import { countWords, type Votes } from '#contract/protocols/votes.ts';
import { unreadName } from '#src/data/person/index.ts';
import { type Difference, isFormatted } from '#src/data/protocol/index.ts';
import { formatMoment, formatWhen, shortName } from '#src/format/index.ts';
import { agendaFormOf } from '../editing/agenda-form.ts';
import type { NameOf } from '../editing/people.ts';

export interface ConflictNames {
  nameOf: NameOf;
  meetingOf: (id: string) => string | undefined;
  /** Agenda items of both versions by id. */
  items: ReadonlyMap<string, AgendaItem>;
}

const headNames: Record<string, string> = {
  title: 'Название',
  number: 'Номер',
  kind: 'Вид',
  held_at: 'Начало',
  ended_at: 'Окончание',
  place: 'Место',
  organization: 'Организация',
  meeting_id: 'Встреча',
  body_id: 'Комиссия или отдел',
  chairman_id: 'Председательствующий',
  quorum: 'Кворум',
};

const itemNames: Record<string, string> = {
  title: 'название',
  speaker: 'докладчик',
  listened: 'слушали',
  discussion: 'выступили',
  decision: 'решили',
  decisions: 'решили',
  votes: 'голосовали',
};

/**
 * Returns when and by whom the server's version was made, as far as known: «Изменено 19 ноября, 14:05, Петров П. П.»
 */
export function changedWords({ updated_at, updated_by, updated_by_name }: Protocol, ownId: string | undefined): string {
  const when = formatWhen(updated_at, 'в ');
  const isOwn = updated_by !== undefined && updated_by !== null && updated_by === ownId;
  const who = isOwn
    ? 'под вашей учётной записью на другом устройстве или в другой вкладке'
    : updated_by_name && shortName(updated_by_name);
  if (!when && !who) return '';
  const words = `Изменено ${[when, who].filter(Boolean).join(', ')}`;
  // The full stop of «П. П.» also ends the sentence.
  return words.endsWith('.') ? words : `${words}.`;
}

/** Returns the name of a difference: «Место», «Вопрос «О смете»: слушали», «Порядок вопросов». */
export function differenceName({ field, item }: Difference): string {
  if (!item) return field === undefined ? 'Порядок вопросов' : (headNames[field] ?? field);
  const question = `Вопрос «${item.title || 'без названия'}»`;
  return field === undefined ? question : `${question}: ${itemNames[field] ?? field}`;
}

/** Returns one side of a difference in Russian words, with line breaks between lines. */
export function sideWords({ field, item }: Difference, value: unknown, names: ConflictNames): string {
  if (!item && field === undefined) return orderWords(value, names);
  if (item && field === undefined) return value ? itemWords(value as AgendaItem, names) : 'Вопроса нет';
  if (value === undefined || value === null || value === '') return 'Пусто';
  if (field === 'held_at' || field === 'ended_at') return formatMoment(String(value)) || String(value);
  if (field === 'chairman_id') return names.nameOf(String(value)) ?? unreadName(String(value));
  if (item && field === 'speaker') return speakerWords(value as Partial<AgendaItem>, item, names);
  if (!item && field === 'quorum') return quorumWords(value as QuorumRule) ?? 'Пусто';
  if (field === 'meeting_id') return names.meetingOf(String(value)) ?? 'Выбранная встреча';
  if (item && field === 'decisions') return decisionWords(value, item);
  if (isFormatted(value)) return `${value.text ?? ''}\n\nОформление: ${formatWords(value.blocks)}`;
  if (field === 'votes') return countWords(value as Votes) || 'Пусто';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** Returns the formatting that a text contains: «полужирный, список». */
function formatWords(blocks: FormattedText): string {
  const pieces = blocks.flatMap((each) => (each.kind === 'table' ? each.rows.flat(2) : each.pieces));
  const found = [
    ['полужирный', pieces.some(({ bold }) => bold)],
    ['курсив', pieces.some(({ italic }) => italic)],
    ['список', blocks.some(({ kind }) => kind === 'bullet' || kind === 'number')],
    ['таблица', blocks.some(({ kind }) => kind === 'table')],
    ['ссылка', pieces.some(({ link }) => link)],
  ] as const;
  return found.flatMap(([word, isThere]) => (isThere ? [word] : [])).join(', ') || 'нет';
}

function speakerWords({ speaker_id: id, speaker_name }: Partial<AgendaItem>, item: AgendaItem, names: ConflictNames) {
  if (!id) return speaker_name ?? 'Пусто';
  const givenName = item.speaker_id === id ? item.speaker_name : undefined;
  return names.nameOf(id) ?? givenName ?? unreadName(id);
}

function orderWords(value: unknown, { items }: ConflictNames): string {
  const ids = Array.isArray(value) ? value.map(String) : [];
  return ids.map((id, index) => `${index + 1}. ${items.get(id)?.title || 'Вопрос без названия'}`).join('\n');
}

function itemWords(item: AgendaItem, { nameOf }: ConflictNames): string {
  const { title, speaker, listened, discussion, decisions } = agendaFormOf(item, nameOf);
  const lines = [title || 'Вопрос без названия', speaker[0] && `Докладчик: ${speaker[0].name}`, listened, discussion];
  const decided = decisions.length > 0 ? pointWords(decisions) : '';
  const voted = countWords(item.votes);
  return [...lines, decided, voted && `Голосовали: ${voted}`].filter(Boolean).join('\n');
}

type Point = Levelled & { text?: string; votes?: Votes | null | undefined };

/** Returns the words of one decision, of a list of decisions, or of their order by id. */
function decisionWords(value: unknown, { decisions }: AgendaItem): string {
  if (!Array.isArray(value)) return pointText(value as Point);
  return pointWords(value.map((each) => (typeof each === 'string' ? decisions?.find(({ id }) => id === each) : each)));
}

function pointWords(points: readonly (Point | undefined)[]): string {
  if (points.length === 0) return 'Пусто';
  const count = decisionCounter();
  return points.map((each = {}) => `${count(each).place} ${pointText(each)}`).join('\n');
}

function pointText({ text, votes }: Point): string {
  const voted = countWords(votes);
  return `${text ?? ''}${voted && ` (голосовали: ${voted})`}`;
}
