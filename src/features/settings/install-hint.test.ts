import { expect, test } from 'vitest';
import { installHint } from './install-hint.ts';

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15';
const chrome = (system: string) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36`;
const firefox = (system: string) => `Mozilla/5.0 (${system}; rv:143.0) Gecko/20100101 Firefox/143.0`;

test.each([
  ['an iPhone', iPhone, 5, /«Поделиться»/],
  ['Chrome on an iPhone', iPhone.replace('Version', 'CriOS'), 5, /«Поделиться»/],
  ['an iPad, which calls itself a Mac', mac, 5, /«Поделиться»/],
  ['Safari on a Mac', mac, 0, /«Добавить в Dock»/],
  ['Chrome on Android', chrome('Linux; Android 10; K'), 5, /«Установить приложение»/],
  ['Firefox on Android', firefox('Android 15; Mobile'), 5, /«Добавить приложение на главный экран»/],
  ['Firefox on Windows', firefox('Windows NT 10.0; Win64; x64'), 0, /«Добавить на панель задач»/],
  ['Firefox on Linux', firefox('X11; Linux x86_64'), 0, /Firefox на этом компьютере/],
  ['Chrome on Windows', chrome('Windows NT 10.0; Win64; x64'), 0, /значок установки/],
])('gives the hint for %s', (_, userAgent, maxTouchPoints, hint) => {
  expect(installHint({ userAgent, maxTouchPoints })).toMatch(hint);
});
