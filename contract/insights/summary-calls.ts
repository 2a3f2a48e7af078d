import * as z from 'zod/mini';
import { call, readers } from '#contract/call.ts';
import { idParams } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { processVideoReply } from '#contract/recordings/processing.ts';
import { proposal, proposalUpdate } from './proposal.ts';
import { summary, summaryQuery, summaryUpdate } from './summary.ts';

const secretary = ['secretary'] as const;

/** Calls for the summary of a meeting, and for the proposals from its recording. */
export const summaryCalls = {
  getSummary: call({
    method: 'GET',
    path: '/protocols/{id}/summary',
    summary: 'Итоги встречи',
    access: readers,
    params: idParams,
    query: summaryQuery,
    reply: { kind: 'item', of: summary },
  }),
  updateSummary: call({
    method: 'PUT',
    path: '/protocols/{id}/summary',
    summary: 'Изменить итоги встречи',
    access: secretary,
    params: idParams,
    body: summaryUpdate,
    idempotent: true,
    reply: { kind: 'item', of: summary },
    extra: true,
  }),
  makeSummary: call({
    method: 'POST',
    path: '/protocols/{id}/summary',
    summary: 'Составить итоги заново',
    access: secretary,
    params: idParams,
    idempotent: true,
    reply: { kind: 'item', of: processVideoReply },
    extra: true,
  }),
  listProposals: call({
    method: 'GET',
    path: '/protocols/{id}/proposals',
    summary: 'Предложения по записи',
    access: secretary,
    params: idParams,
    reply: { kind: 'list', of: proposal },
    extra: true,
  }),
  updateProposal: call({
    method: 'PUT',
    path: '/protocols/{id}/proposals/{proposalId}',
    summary: 'Принять или отклонить предложение',
    access: secretary,
    params: z.object({ id, proposalId: id }),
    body: proposalUpdate,
    idempotent: true,
    reply: { kind: 'item', of: proposal },
    extra: true,
  }),
} as const;
