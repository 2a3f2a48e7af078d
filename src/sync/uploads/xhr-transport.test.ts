import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HandClock } from '#tests/support/hand-clock.ts';
import { newRow } from './finish-recording.ts';
import type { OutgoingChunk } from './transport.ts';
import { createXhrTransport } from './xhr-transport.ts';

/** The part of XMLHttpRequest that the transport uses; the test plays the network. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers = new Headers();
  aborted = false;
  status = 0;
  responseURL = '';
  responseText = '';

  path = '';

  open(_method: string, path: string): void {
    this.path = path;
    FakeRequest.last = this;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  send(): void {}
  abort(): void {
    this.aborted = true;
  }
  getResponseHeader(): string | null {
    return 'application/json';
  }
  sends(loaded: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
  }
  ends(kind: 'load' | 'error'): void {
    this.dispatchEvent(new Event(kind));
  }
}

const file = new File(['0123456789'], 'заседание.mp4');
const row = newRow(file, { id: 'u', ownerId: 'o', protocolId: 'p', chunkSize: 10, now: 0 });
const chunk: OutgoingChunk = { row, index: 0, blob: file, offset: 0, sha256: 'h', isPlainProvider: true, token: 't' };
let clock: HandClock;

beforeEach(() => {
  clock = new HandClock();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('location', { href: 'http://protokol.test/main' });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function begin(changes: Partial<OutgoingChunk> = {}, signal = new AbortController().signal) {
  const sent: number[] = [];
  const state: { outcome?: unknown } = {};
  const done = createXhrTransport(clock)({ ...chunk, ...changes }, (bytes) => sent.push(bytes), signal);
  void done.then((outcome) => {
    state.outcome = outcome;
  });
  return { request: FakeRequest.last, sent, state, done };
}

const timeout = { kind: 'failed', failure: { kind: 'timeout' } };

test('30 s without progress is a timeout; every byte sent restarts the 30 s', async () => {
  const { request, state, done } = begin();
  clock.pass(29_000);
  request.sends(3);
  clock.pass(29_999);
  expect([clock.waiting, state.outcome]).toEqual([1, undefined]);
  clock.pass(1);
  expect(await done).toEqual(timeout);
  expect(request.aborted).toBe(true);
});

test('after the last byte the answer times out after 120 s', async () => {
  const { request, state, done } = begin();
  request.upload.dispatchEvent(new Event('load'));
  clock.pass(119_999);
  expect([clock.waiting, state.outcome]).toEqual([1, undefined]);
  clock.pass(1);
  expect(await done).toEqual(timeout);
});

test('progress counts from the byte offset of the rest, and never exceeds the chunk', () => {
  const { request, sent } = begin({ offset: 4 });
  request.sends(2);
  request.sends(900);
  expect(sent).toEqual([6, 10]);
});

test('an answer from another address than the chunk’s is a network failure', async () => {
  const { request, done } = begin();
  Object.assign(request, { status: 200, responseURL: 'http://portal.test/login' });
  request.ends('load');
  expect(await done).toEqual({ kind: 'failed', failure: { kind: 'network' } });
  const other = begin();
  Object.assign(other.request, { status: 200, responseURL: `http://protokol.test${other.request.path}` });
  other.request.ends('load');
  expect(await other.done).toEqual({ kind: 'acknowledged' });
});

test('a lost connection and an abort are network failures, and leave no timer behind', async () => {
  const lost = begin();
  lost.request.ends('error');
  expect(await lost.done).toEqual({ kind: 'failed', failure: { kind: 'network' } });
  const controller = new AbortController();
  const broken = begin({}, controller.signal);
  controller.abort();
  expect(await broken.done).toEqual({ kind: 'failed', failure: { kind: 'network' } });
  expect(broken.request.aborted).toBe(true);
  expect(clock.waiting).toBe(0);
});
