import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, ourHealth, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const protocol = {
  id: 'p1',
  stage: 'success_video_process',
  number: '42',
  title: 'Совещание по бюджету',
  held_at: '2026-11-20T10:00:00Z',
  version: 3,
  agenda: ['О смете', 'О складе', 'О кадрах'].map((title, index) => ({ id: `a${index + 1}`, title })),
  tasks: [{ id: 't1', title: 'Подготовить отчёт', status: 'new', protocol_id: 'p1' }],
  members: [],
};

/** Opens the editor over a server that keeps what is put. */
function open(change: object = {}) {
  signInAs('secretary');
  let now: Record<string, unknown> = { ...protocol, ...change };
  const server = fakeServer({
    'GET /health': ourHealth,
    'GET /protocols/p1': () => Response.json({ data: now }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /users': () => pageOf([{ id: 'u3', name: 'Ким Дарья Андреевна' }]),
    'PUT /protocols/p1': ({ body }) => {
      now = { ...now, ...(body as object), version: Number(now.version) + 1 };
      return Response.json({ data: now });
    },
  });
  const agenda = () => now.agenda as ((typeof protocol)['agenda'][number] & { speaker_id?: string })[];
  return { server, agenda, ...openApp('/main/protocols/p1') };
}

type Opened = ReturnType<typeof open>;

async function editItem({ person }: Pick<Opened, 'person'>, position: number, action = 'Изменить') {
  await person.click(await screen.findByRole('button', { name: `Действия: вопрос ${position}` }));
  await person.click(await screen.findByRole('menuitem', { name: action }));
}

const plainSpaces = (text: string) => text.replaceAll('\u00A0', ' ');

const undo = async ({ person }: Pick<Opened, 'person'>) => person.keyboard('{Control>}z{/Control}');

test('a typed speaker who matches nobody keeps the form open on «Готово» and when another question is opened', async () => {
  const app = open();
  const { person, agenda } = app;
  await editItem(app, 2);
  await person.type(await screen.findByLabelText('Слушали'), 'Отчёт');
  const speaker = () => screen.getByRole('combobox', { name: 'Докладчик' });
  await person.type(await screen.findByRole('combobox', { name: 'Докладчик' }), 'Сидоров');
  await person.tab();
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(speaker()).toHaveFocus());
  expect(speaker()).toHaveValue('Сидоров');
  expect(speaker()).toHaveAccessibleDescription('Никто не выбран: выберите человека из списка');
  // The other fields have been saved meanwhile.
  await waitFor(() => expect(agenda()[1]).toMatchObject({ listened: 'Отчёт' }));
  await person.tab();
  await editItem(app, 1);
  await waitFor(() => expect(speaker()).toHaveFocus());
  expect(screen.getByRole('form', { name: 'Вопрос 2' })).toBeVisible();
  await person.clear(speaker());
  await person.type(speaker(), 'Ким');
  await person.click(await screen.findByRole('option', { name: /Ким/ }));
  await person.click(await screen.findByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Вопрос 2' })).toBeNull());
  await waitFor(() => expect(agenda()[1]).toMatchObject({ speaker_id: 'u3' }));
});

test('a member without an account can be named as the speaker', async () => {
  const app = open({ members: [{ id: 'm9', member_id: null, name: 'Гость Пётр Ильич', kind: 'invited' }] });
  const { person, agenda } = app;
  await editItem(app, 2);
  await person.type(await screen.findByRole('combobox', { name: 'Докладчик' }), 'гость');
  await person.click(await screen.findByRole('option', { name: 'Гость Пётр Ильич' }));
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(agenda()[1]).toMatchObject({ speaker_name: 'Гость Пётр Ильич', speaker_id: null }));
  expect(await screen.findByText('докладчик Гость П. И.', { normalizer: plainSpaces })).toBeVisible();
});

test('a question is moved by as many places as its keys are pressed, however fast', async () => {
  open();
  const titles = () => screen.getAllByRole('heading', { level: 2, name: /^\d\./ }).map((each) => each.textContent);
  const handle = await screen.findByRole('button', { name: 'Переместить: вопрос 3' });
  handle.focus();
  for (const _press of [1, 2]) fireEvent.keyDown(handle, { key: 'ArrowUp', altKey: true });
  await waitFor(() => expect(titles()).toEqual(['1.О кадрах', '2.О смете', '3.О складе']));
  await waitFor(() => expect(outbox.list()).toEqual([]));
});

test('Ctrl+Z in the agenda undoes the last agenda change, anywhere else the last deletion', async () => {
  const app = open();
  const { person } = app;
  const titles = () => screen.getAllByRole('heading', { level: 2, name: /^\d\./ }).map((each) => each.textContent);
  await editItem(app, 2, 'Выше');
  await waitFor(() => expect(titles()).toEqual(['1.О складе', '2.О смете', '3.О кадрах']));
  const tasks = screen.getByRole('tabpanel', { name: /Поручения/ });
  await person.click(within(tasks).getByRole('button', { name: 'Действия: Подготовить отчёт' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  expect(await screen.findByText('Поручение удалено')).toBeVisible();
  // A list is drawn later than a notice.
  await waitFor(() => expect(within(tasks).queryByText('Подготовить отчёт')).toBeNull());

  screen.getByRole('button', { name: 'Переместить: вопрос 3' }).focus();
  await undo(app);
  await waitFor(() => expect(titles()).toEqual(['1.О смете', '2.О складе', '3.О кадрах']));
  expect(within(tasks).queryByText('Подготовить отчёт')).toBeNull();
  expect(screen.getByText('Поручение удалено')).toBeVisible();

  // Nothing is left to take back in the agenda: the deletion is next, wherever the focus is.
  await undo(app);
  await waitFor(() => expect(within(tasks).getByText('Подготовить отчёт')).toBeVisible());
  await waitFor(() => expect(outbox.list()).toEqual([]));
});

test('Ctrl+Z outside the agenda restores the last deletion before it undoes an agenda change', async () => {
  const app = open();
  const { person } = app;
  await editItem(app, 2, 'Выше');
  expect(await screen.findByRole('heading', { level: 2, name: /1\.О складе/ })).toBeVisible();
  const tasks = screen.getByRole('tabpanel', { name: /Поручения/ });
  await person.click(within(tasks).getByRole('button', { name: 'Действия: Подготовить отчёт' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  expect(await screen.findByText('Поручение удалено')).toBeVisible();
  (document.activeElement as HTMLElement).blur();
  await undo(app);
  await waitFor(() => expect(within(tasks).getByText('Подготовить отчёт')).toBeVisible());
  expect(screen.getByRole('heading', { level: 2, name: /1\.О складе/ })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Поручение удалено')).toBeNull());
  (document.activeElement as HTMLElement).blur();
  await undo(app);
  expect(await screen.findByRole('heading', { level: 2, name: /1\.О смете/ })).toBeVisible();
});

test('a click on a decision that is shown without its owner and date puts the caret at the same words', async () => {
  const text = 'Поручить Киму Д. А. до 04.12.2026 представить план закупок';
  const task = { id: 't1', title: 'Представить план закупок', status: 'new', protocol_id: 'p1', agenda_id: 'a1' };
  const owned = { decision_id: 'd1', assignee_id: 'u3', assignee_name: 'Ким Дарья Андреевна', due_at: '2026-12-04' };
  const { person } = open({
    agenda: [{ id: 'a1', title: 'О смете', decisions: [{ id: 'd1', text }] }],
    tasks: [{ ...task, ...owned }],
    members: [{ id: 'm1', member_id: 'u3', name: 'Ким Дарья Андреевна', kind: 'present' }],
  });
  const [shown] = (await screen.findAllByText('Представить план закупок')).filter((each) => each.dataset.place);
  onTestFinished(() => void Reflect.deleteProperty(document, 'caretPositionFromPoint'));
  document.caretPositionFromPoint = () =>
    ({ offsetNode: shown?.firstChild, offset: 'Представить '.length }) as unknown as CaretPosition;
  await person.click(shown as HTMLElement);
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Решение 1');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field.selectionStart).toBe(text.indexOf('план'));
});
