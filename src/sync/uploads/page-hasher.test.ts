import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashHere } from './hasher.ts';
import { createPageHasher } from './page-hasher.ts';

/** A worker that answers when a test tells it to. */
class FakeWorker extends EventTarget {
  static readonly started: FakeWorker[] = [];
  readonly asked: number[] = [];
  terminate = vi.fn();

  constructor() {
    super();
    FakeWorker.started.push(this);
  }

  postMessage({ id }: { id: number }): void {
    this.asked.push(id);
  }

  answer(): void {
    const id = this.asked.shift();
    this.dispatchEvent(new MessageEvent('message', { data: { id, sha256: `digest ${id}` } }));
  }
}

beforeEach(() => {
  FakeWorker.started.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a worker is replaced after 64 digests and ended with its last answer', async () => {
  const hash = createPageHasher();
  const digests = Array.from({ length: 65 }, () => hash(new Blob()));
  const [first, second, ...others] = FakeWorker.started;
  expect(others).toEqual([]);
  for (let answers = 0; answers < 63; answers += 1) first?.answer();
  expect(first?.terminate).not.toHaveBeenCalled();
  first?.answer();
  expect(first?.terminate).toHaveBeenCalledOnce();
  second?.answer();
  expect(second?.terminate).not.toHaveBeenCalled();
  const texts = await Promise.all(digests);
  expect([texts[0], texts[63], texts[64]]).toEqual(['digest 1', 'digest 64', 'digest 1']);
});

test.each(['error', 'messageerror'])('after «%s» from the worker the page digests by itself', async (type) => {
  const hash = createPageHasher();
  const blobs = [new Blob(['one']), new Blob(['two']), new Blob(['three'])] as const;
  const expected = await Promise.all(blobs.map(hashHere));
  const digests = [hash(blobs[0]), hash(blobs[1])];
  FakeWorker.started[0]?.dispatchEvent(new Event(type));
  expect(await Promise.all(digests)).toEqual(expected.slice(0, 2));
  expect(await hash(blobs[2])).toBe(expected[2]);
  expect(FakeWorker.started).toHaveLength(1);
  expect(FakeWorker.started[0]?.terminate).toHaveBeenCalledOnce();
});
