import { expect, test } from 'vitest';
import { protocolPutBody } from './protocol-put-body.ts';

test('a server that counts versions gets the change and the version', () => {
  const base = { id: 'p1', stage: 'no_video', title: 'Планёрка', version: 3 } as const;
  expect(protocolPutBody(base, { place: 'Москва' })).toEqual({ place: 'Москва', version: 3 });
});

test('another provider gets the whole, with fields unknown to this version unchanged', () => {
  const base = { id: '5', stage: 'no_video', title: 'Планёрка', place: null, colour: { red: 1 }, members: [] } as const;
  expect(protocolPutBody({ ...base, members: [] }, { kind: 'Совещание' })).toEqual({
    title: 'Планёрка',
    kind: 'Совещание',
    colour: { red: 1 },
  });
});
