// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { Summary } from '#contract/insights/summary.ts';
import '#src/app/registry.ts';
import { applyToEntity, applyToList, type OutboxRow } from '#src/sync/index.ts';
import { unsentRow } from '#tests/support/unsent-row.ts';
import { answerProposal, proposalCollection, summaryCollection, updateSummary } from './mutations.ts';

const applyToSummary = (summary: Summary, protocolId: string, rows: OutboxRow[]) =>
  applyToEntity(summaryCollection, summary, protocolId, rows);
const applyToProposals = (proposals: Proposal[], rows: OutboxRow[]) => applyToList(proposalCollection, proposals, rows);

const edit = (protocolId: string, more: object = {}) =>
  unsentRow(updateSummary, {
    ...{ protocolId, protocolTitle: 'Планёрка', version: 1, text: 'Моё', discardsDraft: false },
    ...{ points: [{ text: 'А', evidence: null }], ...more },
  });

test('an unsent edit is applied to the summary of its protocol; the version stays the server’s', () => {
  const read = { text: 'Их', points: [], source: 'llm' as const, version: 1, draft: { points: [] } };
  const [mine, others, last] = [edit('p1'), edit('p2', { text: 'Чужое' }), edit('p1', { discardsDraft: true })];
  expect(applyToSummary(read, 'p1', [mine, others])).toEqual({
    ...read,
    ...{ text: 'Моё', points: [{ text: 'А', evidence: null }], source: 'human' },
    unsent: { state: 'waiting', writes: [mine.id] },
  });
  expect(applyToSummary(read, 'p1', [mine, last])).toMatchObject({
    draft: null,
    unsent: { writes: [mine.id, last.id] },
  });
  expect(applyToSummary(read, 'p1', [others])).toBe(read);
});

test('an unsent answer is applied to its proposal', () => {
  const proposals: Proposal[] = ['x', 'y'].map((id) => ({ id, kind: 'task', state: 'open', text: id }));
  const row = unsentRow(answerProposal, { protocolId: 'p1', proposal: { id: 'y', text: 'y' }, state: 'accepted' });
  expect(applyToProposals(proposals, [row])).toEqual([
    proposals[0],
    { ...proposals[1], state: 'accepted', unsent: { state: 'waiting', writes: [row.id] } },
  ]);
});
