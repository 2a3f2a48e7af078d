// @vitest-environment jsdom
import { expect, test } from 'vitest';
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
