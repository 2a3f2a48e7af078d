import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { PersonPicker } from '#src/features/people/index.ts';
import { createQueryClient } from '#src/sync/cache/query-client.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { signInAs } from './support/open-app.tsx';

const ivanov = { id: 'u1', name: 'Иванов Сергей Петрович', position: 'директор', organization: 'АО «Север»' };
const orlova = { id: 'u2', name: 'Орлова Елена Викторовна', position: 'финансовый директор' };
const people = [ivanov, orlova, { id: 12 }];

beforeAll(() => connectivity.start());

type Chosen = { id: string; name: string }[];
type FormProps = Partial<ComponentProps<typeof PersonPicker>>;

function Form({ onChosen, ...props }: FormProps & { onChosen: (people: Chosen) => void }) {
  const [value, setValue] = useState(props.value ?? []);
  const change = (next: Chosen) => {
    onChosen(next);
    setValue(next);
  };
  return <PersonPicker label="Председательствующий" {...props} value={value} onChange={change} />;
}

function open(props: FormProps = {}, answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  const server = fakeServer({
    'GET /users': ({ query }) => {
      const search = query.get('search')?.toLowerCase() ?? '';
      return pageOf(
        people.filter((person) => !search || ('name' in person && person.name.toLowerCase().includes(search))),
      );
    },
    ...answers,
  });
  const chosen: Chosen[] = [];
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <Form {...props} onChosen={(next) => chosen.push(next)} />
      <button type="button">Дальше</button>
    </QueryClientProvider>,
  );
  return { server, chosen, client, person: userEvent.setup() };
}

const field = (name = 'Председательствующий') => screen.getByRole('combobox', { name });

test('typing searches the server, and the keyboard alone can choose', async () => {
  const { person, chosen, server } = open();
  await person.tab();
  expect(field()).toHaveFocus();
  await person.keyboard('орл');
  await waitFor(() => expect(server.received.at(-1)?.query.get('search')).toBe('орл'));
  const option = await screen.findByRole('option', { name: 'Орлова Елена Викторовна' });
  expect(option).toHaveTextContent('финансовый директор');
  await waitFor(() => expect(screen.queryByRole('option', { name: /Иванов/ })).toBeNull());
  await person.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toEqual([[{ id: 'u2', name: 'Орлова Елена Викторовна' }]]);
  expect(field()).toHaveValue('Орлова Елена Викторовна');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});

test('Enter takes the only suggestion that matches, and nobody where there are several', async () => {
  const { person, chosen } = open();
  await person.tab();
  await person.keyboard('орл');
  await screen.findByRole('option', { name: /Орлова/ });
  await waitFor(() => expect(screen.queryByRole('option', { name: /Иванов/ })).toBeNull());
  await person.keyboard('{Enter}');
  expect(chosen).toEqual([[{ id: 'u2', name: 'Орлова Елена Викторовна' }]]);
  expect(field()).toHaveValue('Орлова Елена Викторовна');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());

  await person.clear(field());
  await person.keyboard('ов');
  await screen.findByRole('option', { name: /Иванов/ });
  await screen.findByRole('option', { name: /Орлова/ });
  await person.keyboard('{Enter}');
  expect(chosen.at(-1)).toEqual([]);
  expect(field()).toHaveValue('ов');
});

test('in a multiple choice, too, Enter takes the only suggestion', async () => {
  const { person, chosen } = open({ label: 'Участники', multiple: true });
  await person.click(field('Участники'));
  await person.keyboard('ива');
  await screen.findByRole('option', { name: /Иванов/ });
  await waitFor(() => expect(screen.queryByRole('option', { name: /Орлова/ })).toBeNull());
  await person.keyboard('{Enter}');
  expect(chosen).toEqual([[{ id: 'u1', name: 'Иванов Сергей Петрович' }]]);
  expect(field('Участники')).toHaveValue('');
});

test('with a provider that ignores the search, Enter takes nobody who does not match', async () => {
  const { person, chosen } = open({}, { 'GET /users': () => pageOf([ivanov]) });
  await person.click(field());
  await person.keyboard('ззз');
  await screen.findByRole('option', { name: /Иванов/ });
  await person.keyboard('{Enter}');
  expect(chosen).toEqual([]);
});

test('a person without a name is «Пользователь 12»', async () => {
  const { person, chosen } = open();
  await person.click(field());
  await person.keyboard('{ArrowDown}');
  await person.click(await screen.findByRole('option', { name: 'Пользователь 12' }));
  expect(chosen).toEqual([[{ id: '12', name: 'Пользователь 12' }]]);
});

test('a chosen person stays when the typed text matches nobody, and is removed with the text', async () => {
  const { person, chosen } = open({ value: [{ id: 'u1', name: 'Иванов Сергей Петрович' }] });
  await person.click(field());
  await person.keyboard('ззз');
  expect(await screen.findByText('Никого не нашли')).toBeVisible();
  await person.tab();
  expect(field()).toHaveValue('Иванов Сергей Петрович');
  expect(chosen).toEqual([]);
  await person.clear(field());
  expect(chosen).toEqual([[]]);
});

test('the typed text and the list stay when the page scrolls', async () => {
  const { person } = open();
  await person.click(field());
  await person.keyboard('орл');
  await screen.findByRole('option', { name: /Орлова/ });
  fireEvent.scroll(document);
  expect(screen.getByRole('option', { name: /Орлова/ })).toBeVisible();
  expect(field()).toHaveValue('орл');
});

test('a typed text without a choice stays, with a hint what to do', async () => {
  const { person, chosen } = open();
  await person.click(field());
  await person.keyboard('орл');
  await screen.findByRole('option', { name: /Орлова/ });
  await person.tab();
  expect(field()).toHaveValue('орл');
  expect(field()).toHaveAccessibleDescription('Никто не выбран: выберите человека из списка');
  await person.click(field());
  await person.keyboard('о');
  await person.click(await screen.findByRole('option', { name: /Орлова/ }));
  expect(chosen).toEqual([[{ id: 'u2', name: 'Орлова Елена Викторовна' }]]);
  expect(field()).toBeValid();
});

test('Escape clears the typed text', async () => {
  const { person } = open();
  await person.click(field());
  await person.keyboard('ззз{Escape}');
  expect(field()).toHaveValue('');
  expect(field()).toBeValid();
});

test('after a choice Escape leaves the list closed', async () => {
  const { person } = open();
  await person.click(field());
  await person.keyboard('орл');
  await person.click(await screen.findByRole('option', { name: /Орлова/ }));
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field()).toHaveValue('Орлова Елена Викторовна');
});

test('several people become tags, are not offered again, and are removed by the keyboard', async () => {
  const { person } = open({ label: 'Участники', multiple: true });
  await person.click(field('Участники'));
  await person.keyboard('ива');
  await screen.findByRole('option', { name: /Иванов/ });
  await person.keyboard('{ArrowDown}{Enter}');
  await screen.findByRole('option', { name: /Орлова/ });
  expect(screen.queryByRole('option', { name: /Иванов/ })).toBeNull();
  await person.click(screen.getByRole('option', { name: /Орлова/ }));
  await person.keyboard('{Escape}');
  const tags = () => within(screen.getByRole('grid', { name: 'Участники: выбраны' })).getAllByRole('row');
  expect(tags().map((tag) => tag.textContent)).toEqual(['Иванов Сергей Петрович', 'Орлова Елена Викторовна']);
  await person.tab();
  await person.keyboard('{Delete}');
  expect(tags()).toHaveLength(1);
  await person.keyboard('{Delete}');
  expect(screen.queryByRole('grid')).toBeNull();
  expect(field('Участники')).toHaveFocus();
});

test('with several people chosen, Ctrl+A and Delete affect the typed text alone', async () => {
  const ivan = { id: 'u1', name: 'Иванов Сергей Петрович' };
  const { person, chosen } = open({ label: 'Участники', multiple: true, value: [ivan] });
  const input = field('Участники') as HTMLInputElement;
  await person.click(input);
  await person.keyboard('о');
  await screen.findByRole('option', { name: /Орлова/ });
  for (const [key, code] of [
    ['a', 'KeyA'],
    ['ф', 'KeyA'],
  ] as const) {
    const press = new KeyboardEvent('keydown', { key, code, ctrlKey: true, bubbles: true, cancelable: true });
    act(() => void input.dispatchEvent(press));
    // The browser then selects the text.
    expect(press.defaultPrevented).toBe(false);
  }
  const up = new KeyboardEvent('keydown', { key: 'Home', shiftKey: true, bubbles: true, cancelable: true });
  act(() => void input.dispatchEvent(up));
  expect(up.defaultPrevented).toBe(false);
  expect(chosen).toEqual([]);
  await person.keyboard('{Control>}a{/Control}{Delete}');
  expect(input).toHaveValue('');
  await person.keyboard('{Backspace}{Delete}{Escape}');
  expect(chosen).toEqual([]);
  expect(screen.getByRole('row', { name: /Иванов/ })).toBeVisible();
});

test('Shift with an arrow goes along the list and adds nobody', async () => {
  const { person, chosen } = open({ label: 'Участники', multiple: true });
  await person.click(field('Участники'));
  await person.keyboard('{ArrowDown}');
  await screen.findByRole('option', { name: /Орлова/ });
  await person.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowUp}{/Shift}');
  expect(chosen).toEqual([]);
});

test('an answer that comes late does not take the place of a newer one', async () => {
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { person, server } = open(
    {},
    {
      'GET /users': async ({ query }) => {
        if (query.get('search') !== 'и') return pageOf([orlova]);
        await late;
        return pageOf([ivanov]);
      },
    },
  );
  await person.click(field());
  await person.keyboard('и');
  await waitFor(() => expect(server.received.some(({ query }) => query.get('search') === 'и')).toBe(true));
  await person.clear(field());
  await person.keyboard('орлова');
  expect(await screen.findByRole('option', { name: /Орлова/ })).toBeVisible();
  release();
  await act(() => late);
  expect(screen.queryByRole('option', { name: /Иванов/ })).toBeNull();
});

test('a list that fails to load is reported', async () => {
  const { person } = open({}, { 'GET /users': () => refuse(403, 'forbidden', 'Недостаточно прав') });
  await person.click(field());
  await person.keyboard('и');
  expect(await screen.findByText('Список людей не загрузился. Нет доступа.')).toBeVisible();
});

test('the error and the description are tied to the field', async () => {
  open({ error: 'Такого пользователя нет', description: 'Кто ведёт встречу' });
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription(/Кто ведёт встречу.*Такого пользователя нет/);
});

test('offline it searches the cached people', async () => {
  const { person, client } = open({}, { 'GET /users': noConnection, 'GET /health': noConnection });
  client.setQueryData(['users', { limit: 15, page: 1 }], { rows: [ivanov, orlova], meta: {} });
  connectivity.reportFailure();
  await waitFor(() => expect(connectivity.isOnline()).toBe(false));
  await person.click(field());
  await person.keyboard('север');
  expect(await screen.findByRole('option', { name: /Иванов/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /Орлова/ })).toBeNull();
  connectivity.reportSuccess();
});
