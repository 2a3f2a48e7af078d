import { initialsFirst, surnameFirst } from '#contract/text/person-name.ts';
import { lines, noBreak, peopleCount, tidy } from '#contract/text/russian-text.ts';
import { attachedLines } from './build-annexes.ts';
import { quorumParagraph } from './build-attendance.ts';
import { approverOf, draftMark, heading, isApproved, organizationLines } from './build-heading.ts';
import { decided, heardOf, tasksByItem, textOf, wasHeard } from './build-minutes.ts';
import {
  attendance,
  type ListedPerson,
  nameAndPosition,
  presidingOf,
  presidingWords,
  secretaryOf,
  secretaryWords,
} from './build-people.ts';
import { taskLine, taskParts } from './build-tasks.ts';
import { votesOfItem } from './build-votes.ts';
import type { DocumentAgendaItem, DocumentInput, DocumentTask, PrintSettings } from './document-input.ts';
import type { Block } from './document-model.ts';
import { numberMark } from './document-names.ts';
import { markedWords } from './emphasis-marks.ts';
import { titleLines } from './meeting-kind.ts';
import { printedInput } from './printed-input.ts';
import { clockTime, meetingDate, shortMeetingDate } from './russian-date.ts';

/** Values of the fields of a template: texts, with lines separated by «\n» and with emphasis-marks.ts, and lists. */
export type TemplateData = { [name: string]: string | TemplateData[] };

/**
 * Returns the values of `templateFields` for a protocol: the same texts as in the printed document. A missing value is
 * an empty text, or an empty list.
 */
export function templateData(whole: DocumentInput, settings: PrintSettings): TemplateData {
  const input = printedInput(whole);
  const { timeZone } = settings;
  const presiding = presidingOf(input);
  const secretary = secretaryOf(input);
  const people = attendance(input, settings);
  const tasks = tasksByItem(input);
  const approved = isApproved(input, settings);
  const approver = approved ? approverOf(input, settings) : { position: [], name: '' };
  return {
    проект: textIn(draftMark(input)),
    утверждаю: approved ? textIn(heading(input, settings).filter(isApproval)) : '',
    утверждает: approver.name,
    должность_утверждающего: approver.position.join('\n'),
    организация: organizationLines(input, settings).join('\n'),
    заголовок: titleLines(input.kind, input.title, input.body?.name_genitive).join('\n'),
    тема: lines(input.title).join('\n'),
    номер: numberMark(input.number).replace(`№${noBreak}`, ''),
    дата: meetingDate(input.heldAt, input.endedAt, timeZone),
    дата_цифрами: shortMeetingDate(input.heldAt, input.endedAt, timeZone),
    начало: clockTime(input.heldAt, timeZone),
    окончание: clockTime(input.endedAt, timeZone),
    место: tidy(input.place),
    председательствующий: presidingWords(input, timeZone),
    подпись_председательствующего: initialsFirst(presiding?.name),
    секретарь: secretaryWords(input, timeZone),
    подпись_секретаря: initialsFirst(secretary?.name),
    число_присутствовавших: people.present.length > 0 ? peopleCount(people.present.length) : '',
    кворум: textIn(quorumParagraph(input, presiding)),
    присутствовали: people.present.map(personRow),
    приглашённые: people.invited.map(personRow),
    отсутствовали: people.absent.map(personRow),
    вопросы: input.agenda.map((item, index) => question(item, index + 1, tasks.get(item.id) ?? [], input, settings)),
    поручения: taskRows(input.tasks, settings, input),
    прочие_поручения: taskRows(tasks.get(undefined) ?? [], settings, input),
    приложения: attachedLines(input).map((приложение, index) => ({ приложение, номер: String(index + 1) })),
  };
}

function personRow({ person, line, note }: ListedPerson, index: number): TemplateData {
  return {
    человек: line,
    номер: String(index + 1),
    имя: surnameFirst(person.name),
    должность: tidy(person.position),
    организация: tidy(person.organization),
    отметка: note.trim().replace(/^\((.*)\)$/s, '$1'),
  };
}

function question(
  item: DocumentAgendaItem,
  index: number,
  own: DocumentTask[],
  input: DocumentInput,
  settings: PrintSettings,
): TemplateData {
  const { words, report } = heardOf(item);
  return {
    вопрос: lines(item.title).join('\n') || 'Вопрос без названия',
    номер: String(index),
    докладчик: item.speaker ? nameAndPosition(item.speaker) : '',
    слушали: wasHeard(item) ? [markedWords(words), textIn(report)].filter(Boolean).join('\n') : '',
    выступили: textIn(textOf(item.discussion, item.discussionBlocks)),
    решения: points(decided(item, index, own, settings, input)),
    голосование: textIn(votesOfItem(item)),
    поручения: taskRows(own, settings, input),
  };
}

/** Returns a row for each point, with everything below it; votes on all of them together are a separate field. */
function points(blocks: Block[]): TemplateData[] {
  const rows: { number: string; blocks: Block[] }[] = [];
  for (const block of blocks) {
    if (block.kind !== 'paragraph') continue;
    const { number, ...words } = block;
    if (block.style === 'point') rows.push({ number: number?.label ?? '', blocks: [words] });
    else if (block.style === 'pointNote') rows.at(-1)?.blocks.push(block);
  }
  return rows.map((row) => ({ решение: textIn(row.blocks), номер: row.number }));
}

function taskRows(tasks: readonly DocumentTask[], settings: PrintSettings, meeting: DocumentInput): TemplateData[] {
  return tasks.map((task, index) => {
    const { title, owner, due } = taskParts(task, settings, meeting);
    const поручение = textIn(taskLine(task, undefined, settings, meeting));
    return { поручение, номер: String(index + 1), что: title, исполнитель: owner, срок: due };
  });
}

const isApproval = (block: Block) =>
  block.kind === 'paragraph' && (block.style === 'approval' || block.style === 'approvalDate');

/** Number of spaces before the points of a list, for each level. */
const levelIndent = 4;

/** Returns the text of blocks, a line for each paragraph and each table row. */
function textIn(blocks: readonly Block[]): string {
  const texts = blocks.flatMap((block) => {
    if (block.kind === 'table') return block.rows.map((cells) => cells.map(markedWords).join(' | '));
    if (block.kind !== 'paragraph') return [];
    const indent = block.style === 'listPoint' ? noBreak.repeat(levelIndent * (block.number?.level ?? 0)) : '';
    return [`${indent}${block.number ? `${block.number.label}${noBreak}` : ''}${markedWords(block.runs)}`];
  });
  return texts.filter(Boolean).join('\n');
}
