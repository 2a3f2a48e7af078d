import { newProtocolAddress, protocolAddress } from '#contract/protocol-address.ts';
import { deadlineDay } from '#contract/tasks/task-deadline.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { surnameFirst } from '#contract/text/person-name.ts';
import { daysBetween } from '#contract/text/plain-day.ts';
import { dayWords } from '#contract/text/plain-day-words.ts';
import { withPlural } from '#contract/text/plurals.ts';
import { noBreak, tidy } from '#contract/text/russian-text.ts';
import { shortened } from '#contract/text/shortened.ts';
import type { Notice, NoticeFacts } from './notice.ts';

/** Context of the reader: the current day, YYYY-MM-DD, and the zone of dates that name no place. */
export interface Reading {
  today: string;
  zone: string;
}

type NoticeContent = Pick<Notice, 'kind' | 'facts'>;
/** `title` says what happened, `name` to which object, `detail` adds further facts. */
export interface NoticeWords {
  title: string;
  name: string;
  detail: string;
}

/** Returns the words of a notice for its reader. */
export function noticeWords({ kind, facts }: NoticeContent, reading: Reading): NoticeWords {
  return {
    title: titleOf(kind, facts, reading),
    name: nameOf(kind, facts),
    detail: detailOf(kind, facts, reading),
  };
}

const ofMeetings: ReadonlySet<string> = new Set(['protocol_missing', 'invitation_refused']);

function nameOf(kind: string, { title, by_name }: NoticeFacts): string {
  if (kind === 'work_received') return by_name ? surnameFirst(by_name) : 'Секретарь без имени';
  return shortened(tidy(title), 200) || (ofMeetings.has(kind) ? 'Встреча без названия' : 'Без названия');
}

function titleOf(kind: string, facts: NoticeFacts, reading: Reading): string {
  if (kind === 'task_given') return 'Новое поручение';
  if (kind === 'task_changed') return changeTitle(facts, reading);
  if (kind === 'task_due_3' || kind === 'task_due_1') return `Срок поручения\u00A0— ${dueWords(facts, reading)}`;
  if (kind === 'task_overdue') return overdueTitle(facts);
  if (kind === 'report_came') return 'Отчёт об исполнении ждёт вас';
  if (kind === 'report_answered') {
    return facts.state === 'returned' ? 'Отчёт возвращён на доработку' : 'Исполнение подтверждено';
  }
  if (kind === 'protocol_missing') return 'Встреча прошла, протокола нет';
  if (kind === 'work_received') return 'Вам передали дела другого секретаря';
  if (kind === 'invitation_refused')
    return (facts.meetings ?? 1) > 1 ? 'Письмо о встречах не дошло' : 'Письмо о встрече не дошло';
  return 'Уведомление';
}

/** Returns «завтра, 27 ноября», «через 3 дня, 29 ноября»; for a past day the date alone. */
function dueWords({ due_at }: NoticeFacts, { today, zone }: Reading): string {
  const day = dayOf(due_at, zone);
  if (!day) return 'скоро';
  const left = daysBetween(today, day);
  const date = dayWords(day, today);
  if (left < 0) return date;
  if (left === 0) return `сегодня, ${date}`;
  if (left === 1) return `завтра, ${date}`;
  return `через ${withPlural(left, 'день', 'дня', 'дней')}, ${date}`;
}

function overdueTitle({ days }: NoticeFacts): string {
  return days ? `Поручение просрочено на ${withPlural(days, 'день', 'дня', 'дней')}` : 'Поручение просрочено';
}

function changeTitle({ changes, due_at }: NoticeFacts, { today, zone }: Reading): string {
  if (changes?.includes('taken')) return 'Поручение больше не за вами';
  if (changes?.includes('cancelled')) return 'Поручение отменено';
  if (changes?.includes('reopened')) return 'Поручение снова в работе';
  if (!changes?.includes('due')) return 'Изменено поручение';
  const day = dayOf(due_at, zone);
  const what = changes.includes('title') ? 'Изменены поручение и срок' : 'Изменён срок поручения';
  return day ? `${what}: ${dayWords(day, today)}` : `${what}: без срока`;
}

function detailOf(kind: string, facts: NoticeFacts, { today, zone }: Reading): string {
  if (kind === 'work_received') return workWords(facts);
  if (kind === 'invitation_refused') return refusalWords(facts, { today, zone });
  const due = dayOf(facts.due_at, zone);
  const was = dayOf(facts.was_due_at, zone);
  const held = dayOf(facts.held_at, zone);
  const isTaken = facts.changes?.includes('taken') || facts.changes?.includes('cancelled');
  const isGiven = kind === 'task_given' || (kind === 'task_changed' && !isTaken && facts.changes?.includes('reopened'));
  const parts = [
    isGiven && (due ? `Срок\u00A0— ${dayWords(due, today)}` : 'Без срока'),
    kind === 'task_overdue' && due && `Срок был ${dayWords(due, today)}`,
    kind === 'task_changed' && !isTaken && !isGiven && was && `Срок был ${dayWords(was, today)}`,
    kind === 'report_came' && facts.by_name && surnameFirst(facts.by_name),
    kind === 'report_answered' && facts.answer && shortened(tidy(facts.answer), 200),
    kind === 'protocol_missing' ? held && capitalized(dayWords(held, today)) : protocolWords(facts),
  ];
  // Initials already end with a full stop.
  return parts.filter(Boolean).join('. ').replace('.. ', '. ');
}

/** Returns «Щукин Пётр, p@partner.ru. 1 декабря и ещё 11 встреч. Почтовый ящик не найден». */
function refusalWords({ to_name, to_email, held_at, meetings, reason }: NoticeFacts, { today, zone }: Reading): string {
  const held = dayOf(held_at, zone);
  const others = (meetings ?? 1) - 1;
  const when = [
    held && capitalized(dayWords(held, today)),
    others > 0 && `и ещё ${withPlural(others, 'встреча', 'встречи', 'встреч')}`,
  ];
  const who = [shortened(tidy(to_name), 80), to_email];
  return [who.filter(Boolean).join(', '), when.filter(Boolean).join(' '), reason].filter(Boolean).join('. ');
}

function workWords({ protocols, open_tasks: tasks, meetings }: NoticeFacts): string {
  const parts = [
    protocols && withPlural(protocols, 'протокол', 'протокола', 'протоколов'),
    tasks && withPlural(tasks, 'открытое поручение', 'открытых поручения', 'открытых поручений'),
    meetings && withPlural(meetings, 'встреча', 'встречи', 'встреч'),
  ];
  return parts.filter(Boolean).join(', ');
}

function protocolWords({ protocol_number: number, protocol_title: name }: NoticeFacts): string {
  const title = shortened(tidy(name), 80);
  if (!number && !title) return '';
  return `Протокол${number ? ` №${noBreak}${number}` : ''}${title ? ` «${title}»` : ''}`;
}

/** Returns the day that a deadline names in its own zone, else the day in the given zone. */
function dayOf(iso: string | null | undefined, zone: string): string | undefined {
  const named = deadlineDay(iso);
  if (named || !iso) return named;
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? undefined : at.toLocaleDateString('sv', { timeZone: zone });
}

/** Returns the address in the app that a notice opens, with days in the given zone; undefined if its object is gone. */
export function noticeAddress(
  notice: Pick<Notice, 'kind' | 'task_id' | 'protocol_id' | 'meeting_id' | 'is_gone'> & { facts?: NoticeFacts },
  zone: string,
): string | undefined {
  if (notice.is_gone) return undefined;
  const { kind, task_id: task, protocol_id: protocol, meeting_id: meeting } = notice;
  const shown = task ? `show=task:${encodeURIComponent(task)}` : '';
  if (kind === 'report_came') {
    return protocol ? protocolAddress(protocol, shown) : undefined;
  }
  if (kind === 'protocol_missing') {
    return meeting ? newProtocolAddress('meeting', meeting) : undefined;
  }
  if (kind === 'invitation_refused') {
    // The calendar opens a meeting that is in its range.
    const date = dayOf(notice.facts?.held_at, zone);
    return meeting ? `/main/meetings?${date ? `date=${date}&` : ''}meeting=${encodeURIComponent(meeting)}` : undefined;
  }
  if (kind === 'work_received') return '/main/protocols';
  return `/main/settings?tab=tasks${shown && `&${shown}`}`;
}

/** Returns the label of the action that opens a notice. */
export function noticeAction({ kind }: Pick<Notice, 'kind'>): string {
  if (kind === 'report_came') return 'Открыть протокол';
  if (kind === 'work_received') return 'Открыть протоколы';
  if (kind === 'invitation_refused') return 'Открыть встречу';
  return kind === 'protocol_missing' ? 'Создать протокол' : 'Открыть поручения';
}
