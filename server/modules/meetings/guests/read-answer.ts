import { longestDeputy, longestNote, meetingAnswers } from '#contract/invitation.ts';
import type { GivenAnswer } from '../invitations/index.ts';
import type { RefusedAnswer } from './guest-page.ts';

type Field = 'answer' | 'deputy' | 'note' | 'times';

/**
 * Reads the form of the guest's page; errors are returned together with everything that was typed. An answer to another
 * time than `times` is refused too: the meeting was moved while the page was open.
 */
export function readAnswer(fields: unknown, times: string): { given: GivenAnswer } | { refused: RefusedAnswer } {
  const form = (typeof fields === 'object' && fields !== null ? fields : {}) as Partial<Record<Field, unknown>>;
  const text = (name: Field) => {
    const value = form[name];
    // A form is sent with line breaks of two characters; the page counts one.
    return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim() : '';
  };
  const answer = meetingAnswers.find((each) => each === form.answer);
  const [deputy, note] = [text('deputy'), text('note')];
  const errors: RefusedAnswer['errors'] = {
    ...(!answer && { answer: 'Выберите ответ' }),
    ...(answer === 'deputy' && deputy === '' && { deputy: 'Назовите заместителя' }),
    ...(deputy.length > longestDeputy && { deputy: `Не больше ${longestDeputy} символов` }),
    ...(note.length > longestNote && { note: `Не больше ${longestNote.toLocaleString('ru')} символов` }),
  };
  const shown = text('times');
  const isMoved = shown !== '' && shown !== times;
  if (!answer || isMoved || Object.keys(errors).length > 0)
    return { refused: { typed: { answer, deputy, note }, errors, isMoved } };
  return { given: { answer, deputy: answer === 'deputy' ? deputy : null, note: note || null } };
}
