import { type Attending, stateOf } from '#contract/bodies/attendance.ts';
import { quorumLine, quorumOfMeeting } from '#contract/bodies/quorum-count.ts';
import { surnameFirst } from '#contract/text/person-name.ts';
import { tidy } from '#contract/text/russian-text.ts';
import type { DocumentInput, DocumentMember, DocumentPerson } from './document-input.ts';
import { type Paragraph, paragraph } from './document-model.ts';
import { clockTime } from './russian-date.ts';
import { isSame } from './same-person.ts';

/** Whether a member was absent for the whole meeting. */
export function wasAbsent(member: DocumentMember): boolean {
  return stateOf(member) === 'absent';
}

/**
 * Returns how a member attended, if it is to be printed: « (с 10:20 до 11:00)», « (по доверенности, представитель Ким
 * Д. А.)»; for an absent member the reason: « (отпуск)».
 */
export function attendanceNote(
  member: DocumentMember,
  { members }: Pick<DocumentInput, 'members'>,
  timeZone: string,
): string {
  const { attendance } = member;
  if (!attendance) return '';
  if (attendance.state === 'absent') return tidy(attendance.reason) && ` (${tidy(attendance.reason)})`;
  const [from, to] = [clockTime(attendance.arrived_at, timeZone), clockTime(attendance.left_at, timeZone)];
  const way =
    attendance.state === 'remote'
      ? 'дистанционно'
      : attendance.state === 'proxy'
        ? ['по доверенности', holderName(attendance, members)].filter(Boolean).join(', представитель ')
        : '';
  const times = [from && `с ${from}`, to && `до ${to}`].filter(Boolean).join(' ');
  const note = [way, times].filter(Boolean).join(', ');
  return note && ` (${note})`;
}

/**
 * «Кворум имеется: 7 из 9.», if the protocol has a quorum rule and members. The person presiding is counted among those
 * who decide even if they are not a member.
 */
export function quorumParagraph(
  { quorum: rule, members }: Pick<DocumentInput, 'quorum' | 'members'>,
  presiding: DocumentPerson | undefined,
): Paragraph[] {
  if (members.length === 0) return [];
  const rows: Attending[] = members.map(({ rowId, kind, attendance }) => ({ id: rowId, kind, attendance }));
  if (presiding && !members.some((member) => isSame(presiding, member))) rows.push({ kind: 'chairman' });
  const found = quorumOfMeeting(rule, rows);
  return found.needed === null ? [] : [paragraph('person', `${quorumLine(found)}.`)];
}

function holderName(
  { proxy_id, proxy_name }: NonNullable<DocumentMember['attendance']>,
  members: readonly DocumentMember[],
): string {
  const holder = proxy_id ? members.find(({ rowId }) => rowId === proxy_id) : undefined;
  return surnameFirst(holder?.name ?? proxy_name);
}
