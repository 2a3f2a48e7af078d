import { answerWords, type MeetingAnswer } from '#contract/meetings/invitation.ts';
import type { StoredAttachment } from '#server/platform/db/index.ts';
import { button, type Mail, mailPage } from '#server/platform/mail/index.ts';
import type { StoredFile } from '../shared/repository.ts';
import { changeWords } from './change-words.ts';
import type { MeetingFacts } from './meeting-facts.ts';
import { meetingWhen, shortWhen, titleWords } from './meeting-words.ts';
import { changesSince, type Told } from './told-meeting.ts';

/** `answer`: the one that stands for the times of the meeting. */
type Reader = { name: string; email: string; answer?: MeetingAnswer | null };

/** Content of a mail: the first invitation, a change, a new time, a removal from the list, or a cancellation. */
export type MailKind = 'invitation' | 'change' | 'move' | 'removal' | 'cancellation';

/** Maximum size of the attachments of a mail: mailboxes often refuse more than 20 MB, and the encoding adds a third. */
const maxAttachedBytes = 10 * 1024 * 1024;

const subjects: Record<MailKind, string> = {
  invitation: 'Приглашение',
  change: 'Изменилась встреча',
  move: 'Встреча перенесена',
  removal: 'Приглашение отозвано',
  cancellation: 'Встреча отменена',
};

const openings: Record<MailKind, (organizer: string) => string> = {
  invitation: (organizer) => `Вас приглашают на встречу. Организатор: ${organizer}.`,
  change: () => 'Встреча, на которую вы приглашены, изменилась.',
  move: () => 'Встреча, на которую вы приглашены, перенесена. Если вы уже отвечали, ответьте ещё раз.',
  removal: (organizer) =>
    `Ваше участие в этой встрече больше не требуется. Отвечать не нужно. Организатор: ${organizer}.`,
  cancellation: (organizer) => `Встреча, на которую вы были приглашены, отменена. Организатор: ${organizer}.`,
};

/** Whether a mail says that a person need not come. */
export function isOff(kind: MailKind): boolean {
  return kind === 'removal' || kind === 'cancellation';
}

/**
 * Returns the mail about a meeting.
 * @param link where the person answers
 * @param before what the person knows of it, in a mail about a change
 */
export function meetingMail(
  facts: MeetingFacts,
  reader: Reader,
  { kind, zone, link, before }: { kind: MailKind; zone: string; link?: string; before?: Told | undefined },
): Mail {
  const { meeting, organizer, agenda, description } = facts;
  const subject = `${subjects[kind]}: ${titleWords(meeting.title)}, ${shortWhen(meeting, zone)}`;
  const name = reader.name.trim();
  const where = meeting.place?.trim();
  const changes = before && changeWords(changesSince(before, facts, zone));
  const body: Parameters<typeof mailPage>[0]['body'] = [
    name ? `Здравствуйте, ${name}!` : 'Здравствуйте!',
    openings[kind](organizer.name),
    ...(changes ? [changes] : []),
    [
      kind === 'change' && 'Теперь она такая:',
      titleWords(meeting.title, 1_000),
      `Когда: ${meetingWhen(meeting, zone)}`,
      where && `Где: ${where}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ];
  if (link) {
    const { answer } = reader;
    if (answer) body.push(`Ваш ответ: «${answerWords[answer]}». Изменить его можно по ссылке:`);
    else body.push('Придёте ли вы? Ответьте по ссылке:');
    body.push(button(answer ? 'Изменить ответ' : 'Ответить на приглашение', link));
    if (meeting.link) body.push(`Подключиться: ${meeting.link}`);
    body.push(...contentParts({ agenda, description }));
    const files = filesLine(meeting.files);
    if (files) body.push(files);
    body.push(
      'Ответ можно изменить до начала встречи. Ссылка личная: кто её откроет, ответит за вас.',
      questionsLine(organizer),
    );
  }
  const title = `${subjects[kind]}: ${titleWords(meeting.title)}`;
  return { to: reader.email, subject, ...mailPage({ title, body }) };
}

/** Returns the paragraphs with the agenda and the description. */
export function contentParts({ agenda, description }: Pick<MeetingFacts, 'agenda' | 'description'>): string[] {
  const questions = agenda.map((title, index) => `${index + 1}. ${title}`).join('\n');
  return [...(questions ? [`Повестка:\n${questions}`] : []), ...(description ? description.split(/\n{2,}/) : [])];
}

export function questionsLine({ email }: MeetingFacts['organizer']): string {
  return `Если есть вопросы, ответьте на это письмо: его получит организатор (${email}).`;
}

/** Returns the files to attach, in their order, up to the maximum size. */
export function attachedTo(files: readonly StoredFile[]): StoredAttachment[] {
  return fitting(files).map(({ name, key }) => ({ name, type: 'application/octet-stream', storage_key: key }));
}

function fitting(files: readonly StoredFile[]): StoredFile[] {
  let left = maxAttachedBytes;
  return files.filter(({ size }) => {
    if (size > left) return false;
    left -= size;
    return true;
  });
}

function filesLine(files: readonly StoredFile[]): string {
  const within = fitting(files);
  const rest = files.filter((file) => !within.includes(file));
  const names = (list: readonly StoredFile[]) => list.map(({ name }) => name).join(', ');
  return [
    within.length > 0 && `Файлы в письме: ${names(within)}.`,
    rest.length > 0 && `Файлы на странице приглашения: ${names(rest)}.`,
  ]
    .filter(Boolean)
    .join('\n');
}
