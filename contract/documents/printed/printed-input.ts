import { decisionCounter } from '#contract/decisions/decision-places.ts';
import { isPrinted } from '#contract/text/russian-text.ts';
import { hasContent } from './build-minutes.ts';
import type { DocumentAgendaItem, DocumentInput } from './document-input.ts';

/**
 * Returns the input as it is printed: without the items that have no content, and without the numbers that were typed
 * at the beginning of titles and decisions and that the print adds itself.
 */
export function printedInput(input: DocumentInput): DocumentInput {
  const agenda = input.agenda.filter(hasContent);
  /** Typed numbers of decisions, by id: the title of a task begins with that of its decision. */
  const typed = new Map<string, string>();
  return {
    ...input,
    agenda: agenda.map((item, index) => withoutNumbers(item, index + 1, typed)),
    tasks: input.tasks.map((task) => {
      const number = typed.get(task.decision_id ?? '');
      return number && task.title?.startsWith(number) ? { ...task, title: task.title.slice(number.length) } : task;
    }),
  };
}

function withoutNumbers(item: DocumentAgendaItem, index: number, typed: Map<string, string>): DocumentAgendaItem {
  const count = decisionCounter(index);
  return {
    ...item,
    title: item.title?.slice(numberIn(item.title, `${index}.`).length),
    decisions: item.decisions?.map((decision) => {
      if (!isPrinted(decision.text)) return decision;
      const number = numberIn(decision.text ?? '', count(decision).place);
      if (number && decision.id) typed.set(decision.id, number);
      return number ? { ...decision, text: decision.text?.slice(number.length) } : decision;
    }),
  };
}

const typedNumber = /^\s*(\d{1,4}(?:\.\d{1,4}){0,3})[.)]\s*(?=["«(]?\p{L})/u;

/**
 * Returns what a text begins with if that is the number of its place, «1.2.», or the last part of it, «2)»; an empty
 * text otherwise, and where a list begins that goes on within the text.
 */
function numberIn(text: string, place: string): string {
  const [begin = '', number = ''] = typedNumber.exec(text) ?? [];
  const own = place.slice(0, -1);
  const last = own.split('.').at(-1) ?? '';
  if (number !== own && number !== last) return '';
  const next = [...number.split('.').slice(0, -1), Number(last) + 1].join('.');
  return new RegExp(`(?:^|\\s)${next.replaceAll('.', '\\.')}[.)]\\s`).test(text) ? '' : begin;
}
