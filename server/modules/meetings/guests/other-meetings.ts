import { createHash } from 'node:crypto';
import { answerWords } from '#contract/meetings/invitation.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { escapedHtml } from '#server/platform/mail/index.ts';
import { type MeetingFacts, type OtherInvitation, spanWords } from '../invitations/index.ts';
import { seriesSummary } from './series-summary.ts';

export type OtherMeetings = {
  facts: MeetingFacts;
  now: Date;
  others: readonly OtherInvitation[];
  /** Returns the token of an invitation's own page. */
  tokenOf: (invitationId: string) => string;
};

/** Maximum number of other meetings that are listed at once; a longer list is opened below its summary. */
const maxListed = 5;

/** Returns the list of the other meetings of a series, each with the own answer and the link to its page. */
export function otherMeetings({ others, tokenOf, facts: { meeting }, now }: OtherMeetings, zone: string): string {
  if (others.length === 0) return '';
  const items = others.map((other) => {
    const when = `<a href="${escapedHtml(tokenOf(other.id))}">${escapedHtml(spanWords(other, zone))}</a>`;
    return `<li>${when} <span class="size">${escapedHtml(answerOf(other))}</span></li>`;
  });
  const list = `<ul>${items.join('\n')}</ul>`;
  if (others.length <= maxListed) return `<h2>Другие встречи серии</h2>\n${list}`;
  // The others are those to come.
  const coming = meeting.startAt > now ? [meeting, ...others] : [...others];
  const all = coming.sort((one, other) => one.startAt.getTime() - other.startAt.getTime());
  const summary = meeting.series && seriesSummary(meeting.series, all, zone);
  const silent = others.filter(({ answer }) => !answer).length;
  return `<h2>Встречи серии</h2>
${summary ? `<p>${escapedHtml(capitalized(summary).replace(/\.?$/, '.'))}</p>\n` : ''}<details>
<summary>Все остальные даты (${others.length})${silent > 0 ? `, без ответа: ${silent}` : ''}</summary>
${list}
</details>`;
}

function answerOf({ answer, deputy, previousAnswer }: OtherInvitation): string {
  if (!answer) return previousAnswer ? 'перенесена, ответьте ещё раз' : 'ответа нет';
  return `«${answerWords[answer]}»${answer === 'deputy' && deputy ? ` (${deputy})` : ''}`;
}

/** Returns the checkbox that gives the same answer to all of them; it is never checked by itself. */
export function sameAnswerField(others: readonly OtherInvitation[], isChecked: boolean): string {
  if (others.length === 0) return '';
  return `<input type="hidden" name="others" value="${othersDigest(others)}">
<label class="choice"><input type="checkbox" name="same" value="1"${isChecked ? ' checked' : ''}>Ответить так же на остальные встречи серии (${others.length})</label>
<p class="hint">Комментарий останется только у этой встречи.</p>`;
}

/** Returns a digest of the meetings and their times, by which an answer to an outdated list is recognised. */
export function othersDigest(others: readonly OtherInvitation[]): string {
  const shown = others.map(({ id, times }) => [id, times]);
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}
