import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { hideToast, showToast, Toaster } from '#src/ui/index.ts';

function openToaster() {
  const router = createMemoryRouter([{ path: '*', element: <Toaster /> }]);
  render(<RouterProvider router={router} />);
  return router;
}

beforeEach(() => {
  vi.useFakeTimers();
  hideToast();
});

test('a message is read out and hides itself after ten seconds', () => {
  openToaster();
  act(() => showToast('Видео загружено', { detail: 'Совещание по бюджету' }));
  expect(screen.getByRole('status')).toHaveTextContent('Видео загруженоСовещание по бюджету');
  act(() => vi.advanceTimersByTime(9_999));
  expect(screen.getByRole('button')).toBeVisible();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByRole('button')).toBeNull();
});

test('a newer message has ten seconds of its own', () => {
  openToaster();
  act(() => showToast('Первое'));
  act(() => vi.advanceTimersByTime(8_000));
  act(() => showToast('Второе'));
  act(() => vi.advanceTimersByTime(8_000));
  expect(screen.getByRole('button')).toHaveTextContent('Второе');
});

test('the same words again are another message, with ten seconds of its own', () => {
  openToaster();
  act(() => showToast('Видео загружено', { protocolId: 'p1' }));
  const first = screen.getByRole('button');
  act(() => vi.advanceTimersByTime(8_000));
  act(() => showToast('Видео загружено', { protocolId: 'p2' }));
  expect(screen.getByRole('button')).not.toBe(first);
  act(() => vi.advanceTimersByTime(9_999));
  expect(screen.getByRole('button')).toBeVisible();
});

test.each([
  [
    'the pointer',
    (toast: HTMLElement) => fireEvent.pointerEnter(toast),
    (toast: HTMLElement) => fireEvent.pointerLeave(toast),
  ],
  ['the focus', (toast: HTMLElement) => toast.focus(), (toast: HTMLElement) => toast.blur()],
])('it stays while it has %s, and for ten seconds after that', (_what, come, leave) => {
  openToaster();
  act(() => showToast('Видео загружено'));
  act(() => vi.advanceTimersByTime(9_000));
  const toast = screen.getByRole('button');
  act(() => void come(toast));
  act(() => vi.advanceTimersByTime(60_000));
  expect(toast).toBeVisible();
  act(() => void leave(toast));
  act(() => vi.advanceTimersByTime(9_999));
  expect(toast).toBeVisible();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByRole('button')).toBeNull();
});

test('with pointer and focus on it, it stays until both have left', () => {
  openToaster();
  act(() => showToast('Видео загружено'));
  const toast = screen.getByRole('button');
  act(() => {
    fireEvent.pointerEnter(toast);
    toast.focus();
  });
  act(() => void fireEvent.pointerLeave(toast));
  act(() => vi.advanceTimersByTime(60_000));
  expect(toast).toBeVisible();
  act(() => toast.blur());
  act(() => vi.advanceTimersByTime(10_000));
  expect(screen.queryByRole('button')).toBeNull();
});

test('a newer message is not held by pointer or focus of the previous one, nor by one that was clicked', async () => {
  openToaster();
  act(() => showToast('Первое'));
  act(() => void fireEvent.pointerEnter(screen.getByRole('button')));
  act(() => showToast('Второе'));
  act(() => vi.advanceTimersByTime(10_000));
  expect(screen.queryByRole('button')).toBeNull();
  act(() => showToast('Третье'));
  act(() => screen.getByRole('button').focus());
  await act(async () => void fireEvent.click(screen.getByRole('button')));
  act(() => showToast('Четвёртое'));
  act(() => vi.advanceTimersByTime(10_000));
  expect(screen.queryByRole('button')).toBeNull();
});

test('while it has the focus newer messages wait, and come one after another', async () => {
  openToaster();
  act(() => showToast('Видео загружено'));
  const toast = screen.getByRole('button');
  act(() => toast.focus());
  act(() => showToast('Второе'));
  act(() => showToast('Третье'));
  expect(toast).toHaveFocus();
  expect(toast).toHaveTextContent('Видео загружено');
  act(() => toast.blur());
  expect(screen.getByRole('status')).toHaveTextContent(/^Второе$/);
  act(() => screen.getByRole('button').focus());
  await act(async () => void fireEvent.click(screen.getByRole('button')));
  expect(screen.getByRole('status')).toHaveTextContent(/^Третье$/);
  act(() => vi.advanceTimersByTime(10_000));
  expect(screen.queryByRole('button')).toBeNull();
});

test('a click opens the protocol, then hides it', async () => {
  const router = openToaster();
  act(() => showToast('Видео загружено', { protocolId: 'p1' }));
  await act(async () => void fireEvent.click(screen.getByRole('button')));
  expect(router.state.location.pathname).toBe('/main/protocols/p1');
  expect(screen.queryByRole('button')).toBeNull();
});

test('without a protocol a click only hides it', async () => {
  const router = openToaster();
  act(() => showToast('Подключение восстановлено'));
  await act(async () => void fireEvent.click(screen.getByRole('button')));
  expect(router.state.location.pathname).toBe('/');
  expect(screen.queryByRole('button')).toBeNull();
});

test('once it is opened by the keyboard, the focus is back where it was, or at the heading', async () => {
  const screenOf = (name: string) => (
    <main>
      <h1 tabIndex={-1}>{name}</h1>
      {name === 'Поручения' ? <input aria-label="Поиск" /> : null}
      <Toaster />
    </main>
  );
  const routes = [
    { path: '/', element: screenOf('Поручения') },
    { path: '/main/protocols/p1', element: screenOf('Протокол') },
  ];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
  const press = async (details = {}) => {
    act(() => screen.getByLabelText('Поиск').focus());
    act(() => showToast('Готово', details));
    act(() => screen.getByRole('button').focus());
    await act(async () => void fireEvent.click(screen.getByRole('button')));
    act(() => void vi.advanceTimersByTime(100));
  };
  await press();
  expect(screen.getByLabelText('Поиск')).toHaveFocus();
  await press({ protocolId: 'p1' });
  expect(screen.getByRole('heading', { name: 'Протокол' })).toHaveFocus();
});

test('it is measured in the frame that shows it, not while a key draws it', () => {
  openToaster();
  const measured = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get');
  act(() => showToast('Поручение: Купить бумагу'));
  expect(measured).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersToNextFrame());
  expect(measured).toHaveBeenCalled();
});
