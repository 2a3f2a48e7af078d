import { answerWords, type MeetingAnswer } from '#contract/meetings/invitation.ts';
import { repeatWords } from '#contract/meetings/series/rule-words.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { plural } from '#contract/text/plurals.ts';
import { button, calendarFileName, type Mail, mailPage } from '#server/platform/mail/index.ts';
import { type Change, changedNames, changeWords, isOfTimes } from './change-words.ts';
import type { MeetingFacts } from './meeting-facts.ts';
import { contentParts, isOff, type MailKind, questionsLine } from './meeting-mails.ts';
import { joined, longDay, meetingWhen, shortDay, spanWords, titleWords, zoneWords } from './meeting-words.ts';
import type { Message, Wording } from './message.ts';
import { changesSince } from './told-meeting.ts';

/** Maximum number of dates listed under one heading; the others are counted. */
const maxListed = 20;

type Tone = 'invitation' | 'removal' | 'cancellation' | 'change';

const subjects: Record<Tone, string> = {
  invitation: 'Приглашение',
  removal: 'Приглашения отозваны',
  cancellation: 'Встречи отменены',
  change: 'Изменились встречи серии',
};

const openings: Record<Tone, (organizer: string) => string> = {
  invitation: (organizer) => `Вас приглашают на встречи серии. Организатор: ${organizer}.`,
  removal: () => 'Ваше участие в этих встречах больше не требуется. Отвечать не нужно.',
  cancellation: (organizer) => `Встречи серии, на которые вы были приглашены, отменены. Организатор: ${organizer}.`,
  change: (organizer) => `Изменились встречи серии, на которые вы приглашены. Организатор: ${organizer}.`,
};

/** Headings in a mail that tells more than one thing. */
const headings: readonly (readonly [MailKind, string])[] = [
  ['invitation', 'Новые встречи'],
  ['move', 'Перенесены, новое время'],
  ['change', 'Изменились'],
  ['removal', 'Ваше участие больше не требуется'],
];

/**
 * Returns one mail about several meetings of a series, by start. What differs among them is named with the date, or is
 * left to the pages of the invitations.
 */
export function seriesMail(messages: readonly Message[], { series, zone, link }: Wording): Mail {
  const open = messages.filter(({ kind }) => !isOff(kind));
  const [first] = open.length > 0 ? open : messages;
  if (!first) throw new Error('A mail that tells nothing');
  const { reader, facts } = first;
  const tone = toneOf(messages);
  const shown = (open.length > 0 ? open : messages).map((message) => message.facts);
  const place = common(shown, placeOf);
  const isWhole = series !== undefined && messages.length === series.coming;
  const which = isWhole ? repeatWords(series.rule) : meetingCount(messages.length);
  const name = titleOf(facts);
  const same = sameChanges(messages, zone);
  const subject = `${subjects[tone]}: ${titleWords(name)}, ${which}, с ${shortDay(earliest(messages), zone)}`;
  const person = reader.name.trim();
  const body: Parameters<typeof mailPage>[0]['body'] = [
    person ? `Здравствуйте, ${person}!` : 'Здравствуйте!',
    openings[tone](facts.organizer.name),
    [titleWords(name, 1_000), isWhole && `Повторение: ${which}`, place && `Где: ${place}`].filter(Boolean).join('\n'),
    ...(same ? [same] : []),
    ...sections(messages, { zone, tone, name, hasPlace: place !== undefined, hasChanges: same !== undefined }),
  ];
  if (open.length > 0)
    body.push(...answerParts(shown, open, { link, isMoved: open.some(({ kind }) => kind === 'move') }));
  else body.push(`Чтобы встречи исчезли из вашего календаря, откройте файл ${calendarFileName} из этого письма.`);
  return { to: reader.email, subject, ...mailPage({ title: `${subjects[tone]}: ${titleWords(name)}`, body }) };
}

function toneOf(messages: readonly Message[]): Tone {
  if (messages.every(({ kind }) => kind === 'invitation')) return 'invitation';
  if (messages.every(({ kind }) => kind === 'cancellation')) return 'cancellation';
  return messages.every(({ kind }) => isOff(kind)) ? 'removal' : 'change';
}

type Listing = {
  zone: string;
  tone: Tone;
  name: string;
  /** Whether the place, and what was changed besides times, were said of all of them before. */
  hasPlace: boolean;
  hasChanges: boolean;
};

/** Returns what was changed of each of the meetings that were changed, times apart; undefined where that differs. */
function sameChanges(messages: readonly Message[], zone: string): string | undefined {
  const changed = messages.filter(({ kind }) => kind === 'change' || kind === 'move');
  const words = new Set(changed.map((message) => changeWords(changesOf(message, zone).filter(isNotOfTimes))));
  return words.size === 1 ? [...words][0] : undefined;
}

const changesOf = ({ before, facts }: Message, zone: string) => (before ? changesSince(before, facts, zone) : []);
const isNotOfTimes = (change: Change) => !isOfTimes(change);

function sections(messages: readonly Message[], listing: Listing): string[] {
  if (listing.tone !== 'change') return [dates('Когда', messages, listing)];
  return headings.flatMap(([kind, heading]) => {
    const some = messages.filter((message) => message.kind === kind);
    return some.length > 0 ? dates(heading, some, listing) : [];
  });
}

/** Lists dates under a heading with the time zone, which stands with each date where the clocks change in between. */
function dates(heading: string, messages: readonly Message[], listing: Listing): string {
  const { zone, name, hasPlace, hasChanges } = listing;
  const meetings = messages.map(({ facts }) => facts);
  const zones = common(meetings, ({ meeting }) => zoneWords(meeting.startAt, zone));
  const lines = messages.slice(0, maxListed).map((message) => {
    const { facts } = message;
    const changes = changesOf(message, zone);
    const earlier = changes.find(isOfTimes)?.earlier;
    const others = hasChanges ? [] : changes.filter(isNotOfTimes);
    const when = zones === undefined ? meetingWhen(facts.meeting, zone) : spanWords(facts.meeting, zone);
    const title = titleOf(facts);
    const differing = [!hasPlace && placeOf(facts), title !== name && `«${titleWords(title)}»`];
    const changed = [earlier && `было ${earlier}`, others.length > 0 && uncapitalized(changedNames(others))];
    return [when, ...differing, ...changed].filter(Boolean).join(' · ');
  });
  const last = meetings.at(-1);
  const more = meetings.length - maxListed;
  if (last && more > 0) lines.push(`и ещё ${meetingCount(more)}, последняя ${longDay(last.meeting.startAt, zone)}`);
  return [`${heading}${zones === undefined ? '' : ` (${zones})`}:`, ...lines].join('\n');
}

function answerParts(
  shown: readonly MeetingFacts[],
  open: readonly Message[],
  { link, isMoved }: Pick<Wording, 'link'> & { isMoved: boolean },
) {
  const [first] = open;
  if (!first) return [];
  const { reader, facts } = first;
  const answers = open.map((message) => message.reader.answer);
  const connection = common(shown, ({ meeting }) => meeting.link ?? '');
  const content = common(shown, ({ agenda, description }) => JSON.stringify([agenda, description]));
  // Files belong to one meeting each.
  const hasFiles = shown.some(({ meeting }) => meeting.files.length > 0);
  const differing = [
    ...(connection === undefined ? ['ссылки для подключения'] : []),
    ...(content === undefined ? ['повестки', 'описания'] : []),
    ...(hasFiles ? ['файлы'] : []),
  ];
  return [
    questionWords(answers),
    button(answers.includes(null) ? 'Ответить на приглашение' : 'Изменить ответ', link(reader.id)),
    ...(isMoved ? ['Если вы уже отвечали о перенесённых встречах, ответьте ещё раз.'] : []),
    ...(connection ? [`Подключиться: ${connection}`] : []),
    ...(content === undefined ? [] : contentParts(facts)),
    ...(differing.length > 0
      ? [`${capitalized(joined(differing))} у встреч разные: они есть на странице каждой встречи.`]
      : []),
    `Чтобы встречи появились в вашем календаре, откройте файл ${calendarFileName} из этого письма.`,
    'Ответ можно изменить до начала встречи. Ссылка личная: кто её откроет, ответит за вас.',
    questionsLine(facts.organizer),
  ];
}

/** Asks only a person who has not answered yet about all of the meetings. */
function questionWords([answer = null, ...others]: readonly (MeetingAnswer | null)[]): string {
  if (answer === null || others.includes(null)) {
    return 'Придёте ли вы? На странице можно ответить на все встречи сразу или на каждую отдельно:';
  }
  const how = 'для всех встреч сразу или для каждой отдельно';
  const isSame = others.every((other) => other === answer);
  if (isSame) return `Ваш ответ на эти встречи: «${answerWords[answer]}». Изменить его можно на странице ${how}:`;
  return `На все эти встречи вы уже ответили. Изменить ответы можно на странице ${how}:`;
}

const uncapitalized = (text: string) => text.replace(/^./u, (letter) => letter.toLowerCase());
const titleOf = ({ meeting }: MeetingFacts) => meeting.title;
const placeOf = ({ meeting }: MeetingFacts) => meeting.place?.trim() ?? '';
const meetingCount = (count: number) => `${count} ${plural(count, 'встреча', 'встречи', 'встреч')}`;

function earliest(messages: readonly Message[]): Date {
  return new Date(Math.min(...messages.map(({ facts }) => facts.meeting.startAt.getTime())));
}

/** Returns what all of them have; undefined where they differ. */
function common(meetings: readonly MeetingFacts[], read: (facts: MeetingFacts) => string): string | undefined {
  const values = new Set(meetings.map(read));
  return values.size === 1 ? [...values][0] : undefined;
}
