import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import {
  assertEditable,
  getOwnedProtocol,
  getReadableProtocol,
  isProcessed,
  lockOwnedProtocol,
} from '#server/modules/protocols/index.ts';
import type { EventHub } from '#server/platform/events/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { notFound, Problem } from '#server/platform/problem/index.ts';
import type { Analysis } from '../analysis/analysis-jobs.ts';
import { answerProposal, discardDraft, findSummaries, listProposals, summaryView, writeSummary } from './repository.ts';

export type SummaryDeps = RouteDeps & { analysis: Analysis; clock: () => Date; events: EventHub };

/** Registers the calls for the summaries of a protocol and the proposals of its recording, for its secretary. */
export function registerSummaries(app: FastifyInstance, deps: SummaryDeps): void {
  const { analysis, clock, events } = deps;
  const route = routesOf(app, deps);

  route(calls.getSummary, async ({ db, params, query, user }) => {
    const { ownerId } = await getReadableProtocol(db, user, params.id);
    const found = await findSummaries(db, params.id, query.version);
    if (query.version !== undefined && !found.shown) throw notFound('Такой версии итогов нет');
    // The draft of a run is shown only to the owner, until they accept it.
    return summaryView(user.id === ownerId ? found : { ...found, draft: undefined });
  });

  route(calls.updateSummary, async ({ body, db, params, user }) => {
    const protocol = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
    assertEditable(protocol.stage);
    const before = await findSummaries(db, params.id);
    if ((body.version ?? 0) !== (before.shown?.version ?? 0)) {
      throw new Problem('version_conflict', 'Итоги уже изменены: сравните их со своими', undefined, {
        data: summaryView(before),
      });
    }
    await writeSummary(db, { protocolId: params.id, userId: user.id, now: clock() }, before.shown, body);
    if (body.draft === 'discard') await discardDraft(db, params.id);
    return summaryView(await findSummaries(db, params.id));
  });

  route(calls.makeSummary, async ({ afterCommit, db, params, user, reply }) => {
    const protocol = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
    assertEditable(protocol.stage);
    if (isProcessed(protocol)) {
      throw new Problem('illegal_stage', 'Итоги составляются вместе с обработкой видео: дождитесь её конца');
    }
    const processing = await analysis.askSummary(db, params.id);
    afterCommit(() => events.publish(user.id, { type: 'processing', protocol_id: params.id, processing }));
    reply.code(202);
    return { stage: protocol.stage, processing };
  });

  route(calls.listProposals, async ({ db, params, user }) => {
    return listProposals(db, await getOwnedProtocol(db, { ownerId: user.id, id: params.id }));
  });

  route(calls.updateProposal, async ({ body, db, params, user }) => {
    const protocol = await lockOwnedProtocol(db, { ownerId: user.id, id: params.id });
    assertEditable(protocol.stage);
    return answerProposal(db, params.id, params.proposalId, { state: body.state, now: clock() });
  });
}
