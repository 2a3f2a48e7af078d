import { expect, test } from 'vitest';
import type { Proposal } from '#contract/proposal.ts';
import { openProposals } from './open-proposals.ts';

const proposal = (id: string, kind: Proposal['kind'], start: number, more: Partial<Proposal> = {}): Proposal => ({
  ...{ id, kind, state: 'open', text: `Текст ${id}`, evidence: { start, end: start + 5 } },
  ...more,
});

test('what was answered, and what stands in the minutes from the same moment, is proposed no more', () => {
  const minutes = {
    agenda: [
      { id: 'a', title: 'О смете', decisions: [{ text: 'Утвердить', evidence: { start: 22, end: 28 } }] },
      { id: 'b', title: 'Прочее' },
    ],
    tasks: [{ id: 't', status: 'new', evidence: { start: 31 } }],
  };
  const all = [
    proposal('1', 'decision', 20),
    proposal('2', 'decision', 40),
    proposal('3', 'task', 30),
    proposal('4', 'task', 20),
    proposal('5', 'question', 0, { text: 'Смета.' }),
    proposal('6', 'question', 5, { text: 'Об отпусках' }),
    proposal('7', 'task', 50, { state: 'dismissed' }),
    proposal('8', 'task', 60, { evidence: null }),
  ];
  expect(openProposals(all, minutes).map(({ id }) => id)).toEqual(['2', '4', '6', '8']);
  expect(openProposals(all, {})).toHaveLength(7);
});
