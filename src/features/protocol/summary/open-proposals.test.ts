import { expect, test } from 'vitest';
import type { Proposal } from '#contract/insights/proposal.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import { openProposals } from './open-proposals.ts';

const proposal = (id: string, kind: Proposal['kind'], start: number, more: Partial<Proposal> = {}): Proposal => ({
  ...{ id, kind, state: 'open', text: `Текст ${id}`, evidence: { start, end: start + 5 } },
  ...more,
});

test('answered proposals, and those in the minutes from the same moment, are hidden', () => {
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

test('the minutes of the same second of another recording hide no proposal', () => {
  const of = (recording_id: string | undefined, start: number) => ({
    evidence: { start, end: start + 5, recording_id },
  });
  const minutes = {
    agenda: [{ id: 'a', title: 'О смете', decisions: [{ text: 'Утвердить', ...of(undefined, 20) }] }],
    tasks: [{ id: 't', status: 'new' as const, ...of('part', 30) }],
    recordings: [
      { id: 'morning', is_first: true },
      { id: 'part', is_first: false },
    ] as unknown as Recording[],
  };
  const all = [
    proposal('1', 'decision', 20, of('part', 20)),
    proposal('2', 'decision', 20, of('morning', 20)),
    proposal('3', 'task', 30),
    proposal('4', 'task', 30, of('part', 30)),
  ];
  expect(openProposals(all, minutes).map(({ id }) => id)).toEqual(['1', '3']);
  expect(openProposals(all, { agenda: minutes.agenda, video: { upload_id: 'morning' } }).map(({ id }) => id)).toEqual([
    ...['1', '3', '4'],
  ]);
});
