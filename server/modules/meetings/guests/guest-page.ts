import {
  answerWords,
  longestDeputy,
  longestNote,
  type MeetingAnswer,
  meetingAnswers,
} from '#contract/meetings/invitation.ts';
import { calendarFileName, escapedHtml } from '#server/platform/mail/index.ts';
import {
  type Change,
  changeWords,
  type InvitationRow,
  meetingWhen,
  momentWords,
  titleWords,
} from '../invitations/index.ts';
import { timesOf } from '../shared/invitation-answer.ts';
import { type OtherMeetings, otherMeetings, sameAnswerField } from './other-meetings.ts';
import { pageOf } from './page-shell.ts';

/** A rejected answer as it was typed, with an error per field. */
export type RefusedAnswer = {
  typed: { answer: MeetingAnswer | undefined; deputy: string; note: string; isSame: boolean };
  errors: { answer?: string; deputy?: string; note?: string; times?: string };
  /** True if the answer was to a time from which the meeting was moved. */
  isMoved?: boolean;
  /** True if it was meant for other meetings of the series than there are now, or at other times. */
  isOutdated?: boolean;
};

export type GuestPage = OtherMeetings & {
  invitation: InvitationRow;
  zone: string;
  /** Name of the organization; empty where none is set. */
  organization: string;
  /** What was changed of the meeting since the person last heard of it. */
  changes: readonly Change[];
  refused?: RefusedAnswer;
};

/** Returns the page of an invitation: the meeting, the present answer, and the form until the meeting begins. */
export function guestPage(page: GuestPage): string {
  const { facts, invitation, zone, now, others, organization } = page;
  const { meeting, organizer, agenda, description } = facts;
  const title = titleWords(meeting.title, 1_000);
  const isOpen = now < meeting.startAt;
  const body = [
    organization && `<p class="over" dir="auto">${escapedHtml(organization)}</p>`,
    `<p class="over">Приглашение на встречу · ${escapedHtml(invitation.name.trim() || invitation.email)}</p>`,
    `<h1 dir="auto">${escapedHtml(title)}</h1>`,
    answerNote(page, isOpen),
    isOpen ? changeNote(page) : '',
    '<dl class="facts">',
    fact(
      'Когда',
      escapedHtml(meetingWhen(meeting, zone)).replace(/\d\d:\d\d–\d\d:\d\d/, '<span class="whole">$&</span>'),
    ),
    fact('Где', escapedHtml(meeting.place?.trim() ?? '')),
    fact('Ссылка', meeting.link ? linked(meeting.link) : ''),
    fact('Организатор', `${escapedHtml(organizer.name)}, ${mailto(organizer.email)}`),
    '</dl>',
    `<p class="screen"><a href="?file=${calendarFileName}" download>Добавить в календарь</a> <span class="size">${
      others.length > 0 ? `встречи серии (${others.length + 1}), ` : ''
    }${calendarFileName}</span></p>`,
    isOpen ? answerForm(page) : '',
    agenda.length > 0
      ? `<h2>Повестка</h2>\n<ol>${agenda.map((question) => `<li dir="auto">${escapedHtml(question)}</li>`).join('')}</ol>`
      : '',
    description ? `<h2>Описание</h2>\n<p class="text" dir="auto">${escapedHtml(description)}</p>` : '',
    filesOf(page),
    otherMeetings(page, zone),
    '<footer class="screen">Ссылка личная: кто её откроет, ответит за вас.</footer>',
  ];
  return pageOf(title, body.filter(Boolean).join('\n'));
}

function fact(name: string, html: string): string {
  return html && `<div><dt>${name}</dt><dd dir="auto">${html}</dd></div>`;
}

function linked(address: string): string {
  const text = escapedHtml(address);
  return /^https?:\/\//i.test(address) ? `<a href="${text}" rel="noreferrer noopener">${text}</a>` : text;
}

function mailto(email: string): string {
  // A name may have «?» and «#» in it, which begin something else in an address.
  const [name = '', domain = ''] = email.split('@').map(encodeURIComponent);
  return `<a href="mailto:${escapedHtml(`${name}@${domain}`)}">${escapedHtml(email)}</a>`;
}

function answerNote({ invitation, zone, refused }: GuestPage, isOpen: boolean): string {
  const { answer, answeredAt, previousAnswer } = invitation;
  if (refused?.isMoved)
    return '<p class="note bad" role="alert">Ответ не сохранён: встречу перенесли, пока страница была открыта. Посмотрите новое время и ответьте ещё раз.</p>';
  if (refused?.isOutdated)
    return '<p class="note bad" role="alert">Ответ не сохранён: другие встречи серии изменились, пока страница была открыта. Посмотрите на них ниже и ответьте ещё раз.</p>';
  if (refused) return '<p class="note bad" role="alert">Ответ не сохранён: посмотрите, что не так, ниже.</p>';
  const closed = isOpen ? '' : ' Встреча уже началась или прошла: изменить ответ нельзя.';
  if (answer && answeredAt) {
    const words = `Ваш ответ: «${answerWords[answer]}»${deputyWords(invitation)}, ${momentWords(answeredAt, zone)}.`;
    return `<p class="note ok" role="status">${escapedHtml(words + closed)}</p>`;
  }
  if (!isOpen) return '<p class="note warn">Встреча уже началась или прошла: ответить нельзя.</p>';
  if (previousAnswer) {
    const words = `Встречу перенесли. Раньше вы ответили: «${answerWords[previousAnswer]}». Ответьте ещё раз.`;
    return `<p class="note warn">${escapedHtml(words)}</p>`;
  }
  return '';
}

function changeNote({ changes }: GuestPage): string {
  const words = changeWords(changes);
  return words ? `<p class="note" dir="auto">${escapedHtml(words).replaceAll('\n', '<br>\n')}</p>` : '';
}

function deputyWords({ answer, deputy }: InvitationRow): string {
  return answer === 'deputy' && deputy ? ` (${deputy})` : '';
}

function filesOf({ facts: { meeting } }: GuestPage): string {
  if (meeting.files.length === 0) return '';
  const items = meeting.files.map(({ id, name, size }) => {
    const address = escapedHtml(`?file=${encodeURIComponent(id)}`);
    return `<li><a href="${address}" download dir="auto">${escapedHtml(name)}</a> <span class="size">${bytes(size)}</span></li>`;
  });
  return `<h2>Файлы</h2>\n<ul>${items.join('')}</ul>`;
}

function answerForm({ facts, invitation, others, refused }: GuestPage): string {
  const { answer: given, deputy, note } = invitation;
  // The deputy and the note belong to the answer and are dropped when the meeting is moved.
  const added = given ? { deputy: deputy ?? '', note: note ?? '' } : { deputy: '', note: '' };
  const typed = refused?.typed ?? { answer: given ?? undefined, ...added, isSame: false };
  const errors = refused?.errors ?? {};
  const choices = meetingAnswers.map(
    (answer) =>
      `<label class="choice"><input type="radio" name="answer" value="${answer}" required${
        typed.answer === answer ? ' checked' : ''
      }>${answerWords[answer]}</label>`,
  );
  const invalid = (name: keyof typeof errors) =>
    errors[name] ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
  const error = (name: keyof typeof errors) =>
    errors[name] ? `<small class="error" id="${name}-error">${escapedHtml(errors[name])}</small>` : '';
  return `<form method="post">
<input type="hidden" name="times" value="${escapedHtml(timesOf(facts.meeting))}">
${error('times')}
<fieldset${invalid('answer')}>
<legend>Вы придёте?</legend>
${choices.join('\n')}
${error('answer')}
</fieldset>
<label class="field deputy"><span>Кто придёт вместо вас</span>
<input type="text" name="deputy" maxlength="${longestDeputy}" autocomplete="off" value="${escapedHtml(typed.deputy)}"${invalid('deputy')}>
${error('deputy')}</label>
<label class="field"><span>Комментарий <small>(необязательно)</small></span>
<textarea name="note" maxlength="${longestNote}" rows="3"${invalid('note')}>\n${escapedHtml(typed.note)}</textarea>
${error('note')}</label>
${sameAnswerField(others, typed.isSame)}
<button type="submit">${invitation.answer ? 'Изменить ответ' : 'Ответить'}</button>
</form>`;
}

/** Formats a size: «1,2 МБ». */
function bytes(size: number): string {
  const units = ['Б', 'КБ', 'МБ'];
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(size, 1)) / Math.log(1024)));
  const value = (size / 1024 ** step).toLocaleString('ru', { maximumFractionDigits: step === 2 ? 1 : 0 });
  return `${value}\u00a0${units[step]}`;
}
