import { expect, test } from 'vitest';
import type { Exchange } from '#tests/support/exchange.ts';
import { heldAt, readWire } from './wire.ts';

type Seen = Partial<Pick<Exchange, 'call' | 'index' | 'payload' | 'protocolId' | 'reply'>>;

/** Returns exchanges with the fields that are read here. */
function seen(...all: Seen[]): Exchange[] {
  return all.map((each) => ({ protocolId: 'p1', payload: 0, ...each }) as Exchange);
}

const acknowledged = (at: number) => ({ status: 200, text: '{}', at });

test('the server has what it acknowledged, from then on', () => {
  const wire = readWire(
    seen(
      { call: 'chunk', index: 0, payload: 8, reply: acknowledged(200) },
      { call: 'chunk', index: 1, payload: 8, reply: acknowledged(100) },
      { call: 'chunk', index: 2, payload: 3 },
    ),
    'p1',
  );
  expect([99, 100, 199, 200].map((at) => heldAt(wire, at))).toEqual([0, 1, 1, 2]);
  expect(wire.bytes).toBe(19);
});

test('a repeated acknowledgement is no second chunk, and a refusal none at all', () => {
  const wire = readWire(
    seen(
      { call: 'chunk', index: 0, payload: 8, reply: acknowledged(1) },
      { call: 'chunk', index: 0, payload: 8, reply: acknowledged(2) },
      { call: 'chunk', index: 1, payload: 8, reply: { status: 422, text: '{}', at: 3 } },
    ),
    'p1',
  );
  expect(heldAt(wire, 9)).toBe(1);
  expect([...wire.begun]).toEqual([
    [0, 2],
    [1, 1],
  ]);
});

test('what a killed server never acknowledged it tells when it is asked', () => {
  const text = JSON.stringify({
    data: {
      received: [
        [0, 2],
        [4, 4],
      ],
    },
  });
  const wire = readWire(seen({ call: 'status', reply: { status: 200, text, at: 5 } }), 'p1');
  expect(heldAt(wire, 5)).toBe(4);
});

test('another protocol’s upload does not count', () => {
  const wire = readWire(seen({ call: 'chunk', index: 0, payload: 8, protocolId: 'p2', reply: acknowledged(1) }), 'p1');
  expect(wire).toMatchObject({ bytes: 0, held: [] });
});
