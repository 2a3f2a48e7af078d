import { expect, test, vi } from 'vitest';
import { createPageHasher } from './page-hasher.ts';

/** Answers when it is told to. */
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

test('a worker is replaced after 64 digests and ended with its last answer', async () => {
  vi.stubGlobal('Worker', FakeWorker);
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
  vi.unstubAllGlobals();
});
