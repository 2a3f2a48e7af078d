// Invitations to meetings: mails about them, and the answers.

export { answerAsUser } from './answer-as-user.ts';
export { addEvent, emptyCalendar, seriesCalendarOf } from './calendar-event.ts';
export { sendCancellations, withdrawMails } from './call-off.ts';
export { type Change, changeWords } from './change-words.ts';
export { type GuestMails, limitGuestMails } from './guest-mail-limits.ts';
export { factsForGuests, factsOf, type MeetingFacts } from './meeting-facts.ts';
export { clockWords, longDay, meetingWhen, momentWords, shortDay, spanWords, titleWords } from './meeting-words.ts';
export { noteRefusals } from './note-refusals.ts';
export { answerOthers, type OtherInvitation, otherInvitations } from './others-repository.ts';
export { isListed } from './plan-round.ts';
export {
  findByToken,
  findInvitationsOf,
  type GivenAnswer,
  type InvitationRow,
  keepAnswer,
  listedPeople,
} from './repository.ts';
export { lockWaitingMails } from './round-repository.ts';
export { limitRounds, registerInvitations } from './routes.ts';
export { createSecretTokens, isSameDigest, looksLikeToken, type SecretTokens } from './secret-tokens.ts';
export { sendSeriesRound } from './send-rounds.ts';
export { changesFor } from './told-meeting.ts';
