import { expect, test } from 'vitest';
import { printedBody } from './printed-body.ts';

const read = { id: 'b1', name: 'Правление', name_genitive: 'правления' };
const known = (id: string) => (id === 'b2' ? { id, name: 'Бюджетная комиссия', chairman_listed: true } : undefined);

test('the body fetched with the protocol is printed, while the protocol refers to it', () => {
  expect(printedBody({ body: read, body_id: 'b1' }, known)).toEqual({ body: read, isMissing: false });
  // A server that does not send the id.
  expect(printedBody({ body: read }, known)).toEqual({ body: read, isMissing: false });
});

test('a newly chosen, unsent body is printed as this device knows it; none once it was removed', () => {
  expect(printedBody({ body: read, body_id: 'b2' }, known)).toMatchObject({
    body: { id: 'b2', name_genitive: 'бюджетной комиссии', chairman_listed: true },
    isMissing: false,
  });
  expect(printedBody({ body_id: 'b3' }, known)).toEqual({ body: undefined, isMissing: true });
  expect(printedBody({ body: read, body_id: null }, known)).toEqual({ body: undefined, isMissing: false });
});
