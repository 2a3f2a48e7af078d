import { expect, test } from 'vitest';
import { followLaunches } from './follow-launches.ts';

type Consumer = (launch: { targetURL?: string | null }) => void;

/** A window of the installed app at an address, as the pages successively loaded in it see it. */
function openWindow(path: string) {
  const values = new Map<string, string>();
  const location = { origin: 'https://protokol.example', href: `https://protokol.example${path}` };
  const opened: string[] = [];
  const open = (address: string) => {
    opened.push(address);
    location.href = location.origin + address;
  };
  let consumer: Consumer | undefined;
  const page = {
    location,
    sessionStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    },
    launchQueue: {
      setConsumer: (given: Consumer) => {
        consumer = given;
      },
    },
  };
  return {
    opened,
    goTo: (address: string) => {
      location.href = location.origin + address;
    },
    load: (isReload: boolean) => followLaunches(open, isReload, page),
    launch: (target: string | null) => consumer?.({ targetURL: target && new URL(target, location.origin).href }),
  };
}

test('a shortcut opens its address in the existing window', () => {
  const app = openWindow('/main/home');
  app.load(false);
  app.launch('/main');
  app.launch('/main/meetings?new=1');
  app.launch('/main/meetings?new=1');
  app.launch('/main/protocols/add');
  expect(app.opened).toEqual(['/main/meetings?new=1', '/main/protocols/add']);
});

test('the launch that opened the window does not navigate again', () => {
  const app = openWindow('/main/protocols/add');
  app.load(false);
  app.launch('/main/protocols/add');
  app.launch(null);
  app.launch('https://elsewhere.example/main/protocols');
  expect(app.opened).toEqual([]);
});

test('a reloaded page does not navigate back to its launch address', () => {
  const app = openWindow('/main/protocols/7');
  app.load(false);
  app.launch('/main/protocols/add');
  app.goTo('/main/protocols/8');
  app.load(true);
  app.launch('/main/protocols/add');
  expect(app.opened).toEqual(['/main/protocols/add']);
});

test('a shortcut launched again after another opens again', () => {
  const app = openWindow('/main/protocols/7');
  app.load(true);
  app.launch('/main/protocols/add');
  app.launch('/main/meetings?new=1');
  app.launch('/main/protocols/add');
  expect(app.opened).toEqual(['/main/protocols/add', '/main/meetings?new=1', '/main/protocols/add']);
});

test('a browser without a launch queue causes no error', () => {
  const location = { origin: 'https://protokol.example', href: 'https://protokol.example/main' };
  expect(() => followLaunches(() => undefined, false, { location, sessionStorage })).not.toThrow();
});

const sessionStorage = { getItem: () => null, setItem: () => undefined };
