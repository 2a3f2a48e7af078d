import { expect, test } from 'vitest';
import { protocol, protocolCreate } from './protocol.ts';

const long = 'Ж'.repeat(200_000);
const item = { id: 'a1', title: long, speaker_name: long, listened: long, decisions: [{ id: 'd1', text: long }] };

test('an agenda with texts of any length can be read, but none beyond the limits can be sent', () => {
  expect(protocol.parse({ id: 'p1', stage: 'no_video', agenda: [item] }).agenda).toEqual([item]);
  const { error } = protocolCreate.safeParse({ title: 'Совещание', agenda: [item] });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'agenda.0.title',
    'agenda.0.speaker_name',
    'agenda.0.listened',
    'agenda.0.decisions.0.text',
  ]);
});
