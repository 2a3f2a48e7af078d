import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Link, Navigate, RouterProvider, useParams } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';

let ScreenHeading: typeof import('#src/ui/index.ts').ScreenHeading;

function List() {
  return (
    <main>
      <ScreenHeading title="Список" />
      <input aria-label="Поиск" />
      <Link to="/items/1">Первый</Link>
      <Link to="/items/2">Второй</Link>
    </main>
  );
}

/** Renders its heading again once the data is loaded, as a screen with a skeleton does. */
function Item() {
  const { id } = useParams();
  const [loaded, setLoaded] = useState<string>();
  return (
    <main>
      {loaded === id ? (
        <section>
          <ScreenHeading title={`Предмет ${id}`} />
        </section>
      ) : (
        <ScreenHeading title="Предмет" />
      )}
      <button type="button" onClick={() => setLoaded(id)}>
        Данные пришли
      </button>
      <Link to="/items/2">Другой</Link>
    </main>
  );
}

/** Opens the screens as a new visit does: nothing was shown before. */
function open(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <Navigate to="/list" replace /> },
      { path: '/list', element: <List /> },
      { path: '/items/:id', element: <Item /> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return { router, person: userEvent.setup(), go: (to: number | string) => act(() => router.navigate(to as string)) };
}

const heading = (name: string) => screen.getByRole('heading', { level: 1, name });
const link = (name: string) => screen.getByRole('link', { name });

beforeEach(async () => {
  vi.resetModules();
  ({ ScreenHeading } = await import('#src/ui/index.ts'));
});

test.each(['/list', '/'])('the first screen of a visit does not move the focus, opened at %s', (address) => {
  open(address);
  expect(heading('Список')).toHaveAttribute('tabindex', '-1');
  expect(document.body).toHaveFocus();
  expect(document.title).toBe('Список — Протокол');
});

test('a new screen focuses its heading and sets the document title', async () => {
  const { person } = open('/list');
  await person.click(link('Первый'));
  expect(heading('Предмет')).toHaveFocus();
  expect(document.title).toBe('Предмет — Протокол');
});

test('a heading that changes with the data keeps the focus', async () => {
  const { go } = open('/list');
  await go('/items/1');
  await act(async () => screen.getByRole('button').click());
  expect(heading('Предмет 1')).toHaveFocus();
  expect(document.title).toBe('Предмет 1 — Протокол');
});

test('the same screen with another entity counts as a new screen', async () => {
  const { person } = open('/list');
  await person.click(link('Первый'));
  await person.click(link('Другой'));
  expect(heading('Предмет')).toHaveFocus();
});

test('going back focuses the link that was followed', async () => {
  const { person, go } = open('/list');
  await person.click(link('Второй'));
  await go(-1);
  expect(link('Второй')).toHaveFocus();
  await go(1);
  expect(heading('Предмет')).toHaveFocus();
});

test('going back to a screen where no link had the focus focuses the heading', async () => {
  const { person, go } = open('/list');
  link('Второй').focus();
  await person.click(screen.getByLabelText('Поиск'));
  await go('/items/1');
  await go(-1);
  expect(heading('Список')).toHaveFocus();
});

test('another page of the same list is no new screen', async () => {
  const { go } = open('/list');
  await go('/items/1');
  await go('/list');
  link('Первый').focus();
  await go('/list?page=2');
  expect(link('Первый')).toHaveFocus();
});

test('a person who is typing does not lose the focus', async () => {
  const { person, go } = open('/items/1');
  render(<input aria-label="Общий поиск" />);
  await person.type(screen.getByLabelText('Общий поиск'), 'смета');
  await go('/list');
  expect(screen.getByLabelText('Общий поиск')).toHaveFocus();
});
