import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { newId, type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';
import { holdSeriesOf, noteDeletion } from '../shared/exceptions-repository.ts';
import { deleteMeeting, getMeeting, lockMeeting } from '../shared/repository.ts';
import { invitationsView } from './invitations-view.ts';
import { type RoundDeps, sendCancellations, sendRound, withdrawMails } from './send-round.ts';

type InvitationDeps = RouteDeps & RoundDeps & { attempts: AttemptCounters };

/** Limits of rounds per secretary: far more than anybody needs, far less than abuse would take. */
const limits = { pair: 200, account: 200, address: 1_000, windowMs: 60 * 60 * 1000 };

/** Registers the calls to invite people to one's own meetings, tell them of changes, and cancel a meeting. */
export function registerInvitations(app: FastifyInstance, deps: InvitationDeps): void {
  const route = routesOf(app, deps);
  const inviting = createAttemptGuard('rounds', 'Слишком много рассылок', limits, deps.attempts);

  route(calls.listMeetingInvitations, async ({ db, params, user }) => {
    const { id } = await getMeeting(db, { ownerId: user.id, id: params.id });
    return invitationsView(db, id, deps.clock());
  });

  route(calls.inviteToMeeting, async ({ body, db, params, user, request }) => {
    const { id } = await lockMeeting(db, { ownerId: user.id, id: params.id });
    await inviting.addOrRefuse({ db, account: user.id, ip: request.ip });
    await sendRound(deps, db, id, newId(body.id));
    return invitationsView(db, id, deps.clock());
  });

  route(calls.cancelMeeting, async ({ db, params, user }) => {
    await holdSeriesOf(db, params.id);
    const meeting = await lockMeeting(db, { ownerId: user.id, id: params.id });
    await sendCancellations(deps, db, meeting.id);
    await withdrawMails(deps, db, meeting.id);
    await deleteMeeting(db, meeting, deps.clock());
    await noteDeletion(db, meeting);
  });
}
