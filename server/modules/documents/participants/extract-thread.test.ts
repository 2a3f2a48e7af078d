import { expect, test } from 'vitest';
import { documentSettings } from '#contract/documents/document.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { withPrintedMembers } from './extract-thread.ts';

test('the extracts of a long protocol are built for nobody who has left', async () => {
  const members = [{ id: 'm1', kind: 'present' as const, name: 'Иванов Иван Иванович' }];
  const agenda = [{ id: 'a1', title: 'Смета', text: 'Слово '.repeat(4_000) }];
  const protocol: Protocol = { id: 'p', title: 'Совещание', stage: 'final', members, agenda };
  const settings = documentSettings.parse({ present_limit: 15 });
  const asker = { id: 'reader', disconnected: AbortSignal.abort(new Error('the reader has left')) };
  const asked = withPrintedMembers({ protocol, items: ['a1'], people: [], settings }, asker);
  await expect(asked).rejects.toThrow('the reader has left');
});
