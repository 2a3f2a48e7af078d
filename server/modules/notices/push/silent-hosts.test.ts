import { expect, test } from 'vitest';
import { SilentHosts } from './silent-hosts.ts';

const at = (seconds: number) => new Date(seconds * 1000);

test('a host that is silent three times in a row rests, and is tried by one push after a while', () => {
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
