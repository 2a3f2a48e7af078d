import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { type InvitedPerson, invitationMailStates, type MeetingInvitations } from '#contract/meetings/invitation.ts';
import { type Db, newId } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { type AttemptCounters, type AttemptGuard, createAttemptGuard } from '#server/platform/limits/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import { lockSeriesOf, noteDeletion } from '../shared/exceptions-repository.ts';
import { answerFor } from '../shared/invitation-answer.ts';
import { deleteMeeting, getMeeting, lockMeeting } from '../shared/repository.ts';
import { sendCancellations, withdrawMails } from './call-off.ts';
import { readRounds } from './read-rounds.ts';
import type { Invitation, ListedPerson } from './repository.ts';
import { type RoundDeps, sendRound } from './send-rounds.ts';

type InvitationDeps = RouteDeps & RoundDeps & { rounds: AttemptGuard };

/** Limits of rounds per secretary: far more than anybody needs, far less than abuse would take. */
const limits = { pair: 200, account: 200, address: 1_000, windowMs: 60 * 60 * 1000 };

/** Limits the rounds of a secretary; one of a series counts as one. */
export function limitRounds(attempts: AttemptCounters): AttemptGuard {
  return createAttemptGuard('rounds', 'Слишком много рассылок', limits, attempts);
}

/** Registers the calls to invite people to one's own meetings, tell them of changes, and cancel a meeting. */
export function registerInvitations(app: FastifyInstance, deps: InvitationDeps): void {
  const route = routesOf(app, deps);

  route(calls.listMeetingInvitations, async ({ db, params, user }) => {
    const { id } = await getMeeting(db, { ownerId: user.id, id: params.id });
    return invitationsView(db, id, deps.clock());
  });

  route(calls.inviteToMeeting, async ({ body, db, params, user, request }) => {
    const { id } = await lockMeeting(db, { ownerId: user.id, id: params.id });
    await deps.rounds.addOrRefuse({ db, account: user.id, ip: request.ip });
    await sendRound(deps, db, id, newId(body.id));
    return invitationsView(db, id, deps.clock());
  });

  route(calls.cancelMeeting, async ({ db, params, user }) => {
    await lockSeriesOf(db, params.id);
    const meeting = await lockMeeting(db, { ownerId: user.id, id: params.id });
    await sendCancellations(deps, db, [meeting.id]);
    await withdrawMails(deps, db, [meeting.id]);
    await deleteMeeting(db, meeting, deps.clock());
    await noteDeletion(db, meeting);
  });
}

/** Returns the invitations of a meeting in the form of the API: everybody on its list, in the order of the list. */
async function invitationsView(db: Db, meetingId: string, now: Date): Promise<MeetingInvitations> {
  const [round] = await readRounds(db, [meetingId]);
  if (!round) throw notFound('Встреча не найдена');
  const { facts, people, last, plan, times } = round;
  const view = (person: ListedPerson) => {
    const invitation = plan.invited.get(person);
    return personView(person, invitation && answerFor(invitation, times), person.userId === facts.organizer.id);
  };
  return {
    people: people.map(view),
    sent_at: last?.createdAt.toISOString() ?? null,
    is_outdated: last !== undefined && plan.isOutdated && facts.meeting.endAt > now,
  };
}

function personView(
  { userId, guestId, name, email, isBlocked }: ListedPerson,
  invitation: Invitation | undefined,
  isOrganizer: boolean,
): InvitedPerson {
  const base = { user_id: userId, guest_id: guestId, name, email, is_organizer: isOrganizer };
  // The link of a person blocked since is invalid, so no answer will come.
  const blocked = isBlocked ? 'Учётная запись заблокирована' : null;
  if (!invitation) return { ...base, state: 'none', error: blocked };
  // A mail without a record has been sent, and its record deleted.
  const state = invitationMailStates.find((each) => each === invitation.mailState) ?? 'sent';
  return {
    ...base,
    state,
    error: state === 'failed' ? invitation.mailError : blocked,
    answer: invitation.answer,
    deputy: invitation.deputy,
    note: invitation.note,
    answered_at: invitation.answeredAt?.toISOString() ?? null,
    previous_answer: invitation.previousAnswer,
  };
}
