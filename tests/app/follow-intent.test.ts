import { fireEvent } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followIntent } from '#src/app/follow-intent.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';

const loadArea = vi.fn(async () => ({}));
const loadList = vi.fn(async () => ({}));
const routes: RouteObject[] = [{ path: '/main', lazy: loadArea, children: [{ path: 'protocols', lazy: loadList }] }];
let end: () => void;

beforeEach(() => {
  document.body.innerHTML = `<a href="/main/protocols?page=2"><b>Протоколы</b></a>
    <a id="other" href="https://example.ru/main/protocols">Чужие протоколы</a>`;
  vi.clearAllMocks();
  end = followIntent(routes);
});
afterEach(() => {
  end();
  Reflect.deleteProperty(navigator, 'connection');
});

const link = () => document.querySelector('a b') as HTMLElement;

test('pointing at a link preloads the screen behind it, once, and not the area around it', () => {
  fireEvent.pointerOver(link());
  fireEvent.pointerOver(link());
  expect([loadList.mock.calls.length, loadArea.mock.calls.length]).toEqual([1, 0]);
});

test('focusing a link preloads its screen too', () => {
  fireEvent.focusIn(link());
  expect(loadList).toHaveBeenCalledOnce();
});

test('a failed preload is tried again the next time', async () => {
  loadList.mockRejectedValueOnce(new Error('no connection'));
  fireEvent.pointerOver(link());
  await vi.waitFor(
    () => {
      fireEvent.pointerOver(link());
      expect(loadList).toHaveBeenCalledTimes(2);
    },
    { timeout: 15_000 },
  );
});

test('nothing is preloaded for a link to another site, in data-saving mode, or offline', () => {
  fireEvent.pointerOver(document.querySelector('#other') as HTMLElement);
  Object.assign(navigator, { connection: { saveData: true } });
  fireEvent.pointerOver(link());
  Reflect.deleteProperty(navigator, 'connection');
  vi.spyOn(connectivity, 'isOnline').mockReturnValue(false);
  fireEvent.pointerOver(link());
  expect(loadList).not.toHaveBeenCalled();
});
