import type { AgendaItem, Decision, Protocol } from '#contract/protocol.ts';
import { dayOfDeadline } from '#src/data/task/index.ts';
import { readDayValue, toDayValue } from '#src/format/index.ts';
import type { FormKey } from '../editing/editing.ts';
import type { TaskDraft } from '../tasks/task-form.tsx';

interface DecisionPlace {
  key: FormKey;
  item: AgendaItem;
  decision: Pick<Decision, 'id' | 'text' | 'evidence'>;
  protocol: Protocol;
}

/** A task as a decision words it: its text, its question, and who and until when where it says so. */
export function draftOfDecision({ key, item, decision, protocol }: DecisionPlace): TaskDraft {
  const source = { decision_id: decision.id, evidence: decision.evidence };
  return draftOfWords({ key, text: decision.text, agendaId: item.id, source, protocol });
}

interface WordsPlace {
  key: FormKey;
  text: string;
  agendaId: string;
  source: TaskDraft['source'];
  protocol: Protocol;
}

/** A task as these words put it, with who and until when where they say so. */
export function draftOfWords({ key, text, agendaId, source, protocol }: WordsPlace): TaskDraft {
  const people = (protocol.members ?? []).flatMap(({ member_id, name }) => (name ? [{ id: member_id, name }] : []));
  return {
    key,
    values: {
      title: text.trim(),
      assignee: personIn(text, people),
      due: dayIn(text, protocol.held_at),
      agenda_id: agendaId,
    },
    source,
  };
}

/** The only one of these people whose surname stands in a text, in whatever case; nobody where it names several. */
function personIn<P extends { name: string }>(text: string, people: readonly P[]): P[] {
  const words = text.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  const named = people.filter(({ name }) => {
    const surname = (name.trim().split(/\s+/)[0] ?? '').toLowerCase();
    const stem = surname.length > 3 ? surname.slice(0, -1) : surname;
    return stem !== '' && words.some((word) => word.startsWith(stem) && word.length <= surname.length + 2);
  });
  return named.length === 1 ? named : [];
}

const months = 'январ феврал март апрел мая июн июл август сентябр октябр ноябр декабр'.split(' ');
const dates = [
  /(?:до|срок\P{L}{1,5}|не позднее)\s*(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})/iu,
  /(?:до|срок\P{L}{1,5}|не позднее)\s*(?<day>\d{1,2})\s+(?<word>\p{L}{3,})(?:\s+(?<year>\d{4}))?/iu,
];

/** «до 05.12.2026», «срок – 5 декабря»: YYYY-MM-DD, without a year the first such day after the meeting. */
function dayIn(text: string, heldAt: string | null | undefined): string | null {
  const held = dayOfDeadline(heldAt) || toDayValue(new Date());
  for (const pattern of dates) {
    const { day, month, word, year } = pattern.exec(text)?.groups ?? {};
    const number = word ? months.findIndex((stem) => word.toLowerCase().startsWith(stem)) + 1 : Number(month);
    if (!day || !number) continue;
    const inYear = (of: number) => [of, String(number).padStart(2, '0'), day.padStart(2, '0')].join('-');
    const first = inYear(Number(held.slice(0, 4)));
    const named = year ? inYear(Number(year)) : first < held ? inYear(Number(held.slice(0, 4)) + 1) : first;
    if (readDayValue(named)) return named;
  }
  return null;
}
