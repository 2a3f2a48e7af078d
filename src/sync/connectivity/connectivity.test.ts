import { beforeEach, expect, test } from 'vitest';
import { createHttp } from '../http/client.ts';
import type { Clock } from '../time/clock.ts';
import { createConnectivity } from './connectivity.ts';

let answer: () => Promise<Response>;
let answerMe: () => Promise<Response>;
let asked: number;
let visible: boolean;
let hint: () => void;
let timers: { at: number; callback: () => void }[];
let now: number;

const clock: Clock = {
  now: () => now,
  monotonic: () => now,
  after(ms, callback) {
    const timer = { at: now + ms, callback };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  },
  random: () => 0.5,
};

beforeEach(() => {
  answer = async () => Response.json({ status: 'ok' });
  answerMe = () => answer();
  asked = 0;
  visible = true;
  timers = [];
  now = 0;
});

/** Lets time pass, and lets what it triggers settle. */
async function pass(ms: number): Promise<void> {
  now += ms;
  for (const timer of timers.filter(({ at }) => at <= now)) {
    timers = timers.filter((other) => other !== timer);
    timer.callback();
  }
  await new Promise((resolve) => setTimeout(resolve));
}

function open() {
  const connectivity = createConnectivity({
    http: createHttp({
      clock,
      fetch: (url, init) => {
        const isProbe = url === '/api/health';
        asked += Number(isProbe);
        return Promise.race([
          isProbe ? answer() : answerMe(),
          new Promise<never>((_resolve, reject) =>
            init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
          ),
        ]);
      },
    }),
    clock,
    isVisible: () => visible,
    onHint(listener) {
      hint = listener;
      return () => undefined;
    },
  });
  connectivity.start();
  return connectivity;
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'));

test('one failed call does not mean offline: a successful probe leaves it online', async () => {
  const connectivity = open();
  connectivity.reportFailure();
  await pass(0);
  expect([connectivity.isOnline(), asked]).toEqual([true, 1]);
});

test.each([
  ['no answer', lost, 'network'],
  [
    'a portal’s page',
    async () => new Response('<h1>Войдите</h1>', { headers: { 'Content-Type': 'text/html' } }),
    'network',
  ],
  ['a gateway without a server', async () => new Response('', { status: 502 }), 'server'],
  ['a server that fails', async () => Response.json({ message: 'Сбой' }, { status: 500 }), 'server'],
] as const)('%s to the probe means offline, until a probe succeeds', async (_, fault, offlineReason) => {
  const connectivity = open();
  const told: (string | undefined)[] = [];
  connectivity.subscribe(() => told.push(connectivity.offlineReason()));
  answer = fault;
  connectivity.reportFailure();
  await pass(0);
  await pass(3_000);
  expect([told, asked, connectivity.isOnline()]).toEqual([[offlineReason], 2, false]);
  answer = async () => Response.json({});
  await pass(3_000);
  expect([told, connectivity.isOnline()]).toEqual([[offlineReason, undefined], true]);
  await pass(60_000);
  expect(asked).toBe(3);
});

test('the offline reason changes when a failing server becomes unreachable', async () => {
  const connectivity = open();
  const told: (string | undefined)[] = [];
  connectivity.subscribe(() => told.push(connectivity.offlineReason()));
  answer = async () => new Response('', { status: 503 });
  connectivity.reportFailure();
  await pass(0);
  answer = lost;
  await pass(3_000);
  expect(told).toEqual(['server', 'network']);
});

test('a busy server proves the connection, but does not end the offline reason «server»', async () => {
  const connectivity = open();
  answer = lost;
  connectivity.reportFailure();
  await pass(0);
  expect(connectivity.offlineReason()).toBe('network');
  connectivity.reportBusy();
  expect(connectivity.offlineReason()).toBeUndefined();
  answer = async () => new Response('', { status: 500 });
  connectivity.reportFailure();
  await pass(0);
  connectivity.reportBusy();
  expect(connectivity.offlineReason()).toBe('server');
});

test('a probe without any answer means offline after 5 s', async () => {
  const connectivity = open();
  answer = () => new Promise(() => undefined);
  hint();
  await pass(4_999);
  expect(connectivity.isOnline()).toBe(true);
  await pass(1);
  expect(connectivity.isOnline()).toBe(false);
});

test('a provider that answers the probe with 404 is online', async () => {
  const connectivity = open();
  answer = async () => Response.json({}, { status: 404 });
  connectivity.reportFailure();
  await pass(0);
  expect(connectivity.isOnline()).toBe(true);
});

test('a hint of the browser only starts a probe', async () => {
  const connectivity = open();
  hint();
  await pass(0);
  expect([connectivity.isOnline(), asked]).toEqual([true, 1]);
});

test('a hidden page does not probe, and probes at once when it is shown', async () => {
  const connectivity = open();
  answer = lost;
  connectivity.reportFailure();
  await pass(0);
  visible = false;
  await pass(3_000);
  await pass(3_000);
  expect(asked).toBe(1);
  answer = async () => Response.json({});
  visible = true;
  hint();
  await pass(0);
  expect(connectivity.isOnline()).toBe(true);
});

test('any successful call ends the offline state', async () => {
  const connectivity = open();
  answer = lost;
  connectivity.reportFailure();
  await pass(0);
  connectivity.reportSuccess();
  expect(connectivity.isOnline()).toBe(true);
  await pass(10_000);
  expect(asked).toBe(1);
});

test('a hint during a probe is followed by another probe', async () => {
  const connectivity = open();
  const first = Promise.withResolvers<Response>();
  answer = () => first.promise;
  connectivity.reportFailure();
  await pass(0);
  hint();
  hint();
  answer = lost;
  first.resolve(Response.json({ status: 'ok' }));
  await pass(0);
  expect([connectivity.isOnline(), asked]).toEqual([false, 2]);
});

test('a page for the probe alone is a call that the server lacks', async () => {
  const connectivity = open();
  answer = async () => new Response('<div id="root"></div>', { headers: { 'Content-Type': 'text/html' } });
  answerMe = async () => Response.json({ message: 'Нет доступа' }, { status: 401 });
  connectivity.reportFailure();
  await pass(0);
  await pass(0);
  expect([connectivity.isOnline(), asked]).toEqual([true, 1]);
});
