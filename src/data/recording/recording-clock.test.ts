// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { recordingLock } from '#src/sync/index.ts';
import { followOtherTabs, momentNow } from './recording-clock.ts';

test('two recordings in two other tabs are told apart, and one that is over leaves the other', async () => {
  const stop = followOtherTabs();
  const tab = new BroadcastChannel('protokol-recording');
  const tell = (id: string, phase: string) => {
    const news = { id, protocolId: `protocol-${id}`, phase, elapsed: 5_000, told: Date.now() };
    tab.postMessage({ type: 'news', news });
  };
  const running = () => ['a', 'b'].map((id) => momentNow(`protocol-${id}`)?.recording_id);
  tell('a', 'recording');
  tell('b', 'recording');
  await expect.poll(running).toEqual(['a', 'b']);
  tell('a', 'over');
  await expect.poll(running).toEqual([undefined, 'b']);
  stop();
  expect(running()).toEqual([undefined, undefined]);
  tab.close();
});

test('the recording of a killed tab is forgotten while another tab goes on recording', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const query = async () => ({ held: [{ name: recordingLock('b') }], pending: [] });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { query } });
  const stop = followOtherTabs();
  const tab = new BroadcastChannel('protokol-recording');
  const tell = (id: string, elapsed: number) => {
    const news = { id, protocolId: `protocol-${id}`, phase: 'paused', elapsed, told: Date.now() };
    tab.postMessage({ type: 'news', news });
  };
  const secondsOf = (id: string) => momentNow(`protocol-${id}`)?.start;
  tell('a', 0);
  await expect.poll(() => secondsOf('a')).toBe(0);
  for (let second = 1; second <= 4; second += 1) {
    tell('b', second * 1_000);
    await expect.poll(() => secondsOf('b')).toBe(second);
    vi.advanceTimersByTime(1_000);
  }
  // A poll would move the timers on.
  await new Promise((done) => setTimeout(done));
  expect([secondsOf('a'), secondsOf('b')]).toEqual([undefined, 4]);
  stop();
  tab.close();
  vi.useRealTimers();
});
