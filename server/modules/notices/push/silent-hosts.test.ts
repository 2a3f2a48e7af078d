import { expect, test } from 'vitest';
import { SilentHosts } from './silent-hosts.ts';

const at = (seconds: number) => new Date(seconds * 1000);

test('a push host that is silent three times in a row is paused for 60 s, then tried with one push', () => {
  const hosts = new SilentHosts();
  for (const second of [0, 10, 20]) {
    expect(hosts.mayAsk('push.example.ru', at(second))).toBe(true);
    hosts.noteSilence('push.example.ru', at(second));
  }
  expect([hosts.mayAsk('push.example.ru', at(79)), hosts.mayAsk('other.example.ru', at(79))]).toEqual([false, true]);
  expect([hosts.mayAsk('push.example.ru', at(80)), hosts.mayAsk('push.example.ru', at(80))]).toEqual([true, false]);
  hosts.answered('push.example.ru');
  expect(hosts.mayAsk('push.example.ru', at(80))).toBe(true);
});
