import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Attachment } from '#contract/protocols/attachment.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { loseFile } from '#tests/support/lose-file.ts';
import { refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { file, findLine, loseLine } from './support/open-meetings.tsx';
import { open as openProtocol } from './support/open-protocol-edit.tsx';

afterEach(forgetWrites);

const smeta: Attachment = {
  ...{ id: 't1', agenda_id: 'a1', name: 'смета.csv', title: 'Смета на 2027 год', size: 2048, sheets: 3, position: 1 },
  url: '/api/protocols/attachments/t1/file?signature=s',
};
const order: Attachment = { id: 't2', agenda_id: null, name: 'приказ.pdf', title: 'приказ', size: 100, position: 2 };
const taken = ({ body }: { body: unknown }) => {
  const form = body as FormData;
  const [id, title] = [form.get('id'), form.get('title')];
  const made = { ...smeta, id, title, agenda_id: form.get('agenda_id') || null };
  return Response.json({ data: made }, { status: 201 });
};
const post = 'POST /protocols/p1/attachments';

const health = () =>
  Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency', 'versions', 'attachments'] });
const open = (change: object = {}, answers: Parameters<typeof openProtocol>[1] = {}) =>
  openProtocol({ attachments: [], ...change }, { 'GET /health': health, ...answers });

type Opened = ReturnType<typeof open>;
const sent = ({ server }: Pick<Opened, 'server'>) =>
  server.received.filter(({ path }) => path.includes('/attachments'));
const forms = (opened: Opened) =>
  sent(opened).map(({ body }) => Object.fromEntries((body as FormData).entries()) as Record<string, string | File>);

async function choose({ person }: Opened, files: File[], question?: number) {
  if (question === undefined) await person.click(await screen.findByRole('button', { name: 'Приложить файлы' }));
  else {
    await person.click(await screen.findByRole('button', { name: `Действия: вопрос ${question}` }));
    await person.click(await screen.findByRole('menuitem', { name: 'Приложить файлы' }));
  }
  const label = question === undefined ? 'Файлы к протоколу' : `Файлы к вопросу ${question}`;
  await person.upload(screen.getByLabelText(label), files);
}
const ofQuestion = (position: number) => screen.findByRole('list', { name: `Приложения к вопросу ${position}` });
const ofProtocol = () => screen.findByRole('list', { name: 'Приложения к протоколу' });

test('files are listed with their question, those of a removed question with the protocol; each has a download link', async () => {
  open({ attachments: [order, smeta, { ...order, id: 't3', title: 'Справка', agenda_id: 'gone' }] });
  const own = await ofQuestion(1);
  expect(own).toHaveTextContent('Смета на 2027 год 2 КБ · смета.csv · 3 л.');
  expect(within(own).getByRole('link')).toHaveAttribute('href', smeta.url);
  const items = within(await ofProtocol()).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^приказ 100\u00A0Б · PDF/),
    expect.stringMatching(/^Справка/),
  ]);
});

test('room is left for attaching files until it is known whether the server takes them', async () => {
  const asked = Promise.withResolvers<Response>();
  open({}, { 'GET /health': () => asked.promise });
  await screen.findByText('О складе');
  const attach = screen.getByText('Приложить файлы');
  expect(attach).not.toBeVisible();
  asked.resolve(health());
  await waitFor(() => expect(attach).toBeVisible());
});

test('a file attached to a question offline is uploaded once the connection is back', async () => {
  const opened = open({}, { [post]: taken });
  await screen.findByText('О складе');
  await loseLine(opened.server);
  await choose(opened, [file('Смета «Юг».csv')], 2);
  const own = await ofQuestion(2);
  expect(own).toHaveTextContent(/Смета «Юг».*ожидает отправки/);
  expect(forms(opened)).toEqual([]);
  findLine(opened.server);
  opened.server.answers['GET /health'] = health;
  await waitFor(() => expect(forms(opened)).toHaveLength(1));
  expect(forms(opened)[0]).toMatchObject({
    agenda_id: 'a2',
    title: 'Смета «Юг»',
    position: '1',
    file: expect.any(File),
  });
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(await within(await ofQuestion(2)).findByRole('link', { name: 'Смета «Юг»' })).toBeVisible();
});

test("changes to the protocol's text do not wait for its files", async () => {
  const opened = open({}, { [post]: () => new Promise<Response>(() => undefined) });
  await choose(opened, [file('большой.csv')]);
  await waitFor(() => expect(forms(opened)).toHaveLength(1));
  expect(outbox.list()[0]?.scope).toBe('protocol-files:p1');
});

test('rejected files are reported at their question, the others are attached', async () => {
  const opened = open({ attachments: [{ ...smeta, size: 4 }] }, { [post]: taken });
  await choose(opened, [file('пусто.txt', 0), file('запуск.exe'), file('смета.csv'), file('план.txt')], 1);
  const words = await screen.findByRole('alert');
  expect(words).toHaveTextContent('Файл «пусто.txt» пустой. Файл «запуск.exe» не принимается');
  expect(words).toHaveTextContent('Файл «смета.csv» уже приложен.');
  expect(words.closest('[data-item]')).toHaveAttribute('data-item', 'a1');
  expect(within(await ofQuestion(1)).getAllByRole('listitem')).toHaveLength(2);
  await waitFor(() => expect(forms(opened).map(({ title }) => title)).toEqual(['план']));
});

test('a file that was changed since is attached anew, though its name and size are the same', async () => {
  const opened = open({ attachments: [{ ...smeta, size: 4, created_at: '2020-01-01T10:00:00Z' }] }, { [post]: taken });
  await choose(opened, [file('смета.csv')], 1);
  await waitFor(() => expect(forms(opened).map(({ title }) => title)).toEqual(['смета']));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('files can be dropped on a question or elsewhere on the sheet; dragged text is ignored', async () => {
  const opened = open({}, { [post]: taken });
  const words = await screen.findByText('О складе');
  const drag = (name: string, dropped: File[]) => ({ dataTransfer: { types: name ? [name] : [], files: dropped } });
  await screen.findByRole('button', { name: 'Приложить файлы' });
  fireEvent.dragEnter(words, drag('Files', []));
  // The drag is handled at once, even before its code is loaded: the browser would open the file in place of the app.
  expect(fireEvent.dragOver(words, drag('Files', []))).toBe(false);
  await waitFor(() => {
    fireEvent.dragOver(words, drag('Files', []));
    expect(words.closest('[data-item]')).toHaveAttribute('data-files-over');
  });
  expect(fireEvent.dragOver(words, drag('text/plain', []))).toBe(true);
  fireEvent.drop(words, drag('Files', [file('склад.csv')]));
  expect(await ofQuestion(2)).toHaveTextContent('склад');
  fireEvent.drop(screen.getByRole('region', { name: 'Приложения к протоколу' }), drag('Files', [file('приказ.txt')]));
  expect(await ofProtocol()).toHaveTextContent('приказ');
  await waitFor(() => expect(forms(opened).map(({ agenda_id }) => agenda_id)).toEqual(['a2', '']));
});

test('accepts at most fifty files', async () => {
  const attachments = Array.from({ length: 50 }, (_, index) => ({ ...order, id: `t${index}`, name: `${index}.pdf` }));
  const opened = open({ attachments });
  await choose(opened, [file('лишний.txt')]);
  expect(await screen.findByRole('alert')).toHaveTextContent('К протоколу можно приложить не больше 50 файлов.');
});

test('a refusal is shown beside its file, which can be removed without calling the server', async () => {
  const opened = open({}, { [post]: () => refuse(422, 'validation_failed', 'Файл «план.txt» не принимается') });
  await choose(opened, [file('план.txt')]);
  const own = await ofProtocol();
  await waitFor(() => expect(own).toHaveTextContent(/не отправлено/));
  expect(own).toHaveTextContent('Файл «план.txt» не принимается');
  await opened.person.click(within(own).getByRole('button', { name: 'Действия: план' }));
  await opened.person.click(await screen.findByRole('menuitem', { name: 'Убрать' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Приложения к протоколу' })).toBeNull());
  expect(sent(opened)).toHaveLength(1);
});

test('a file that is unreadable when it is to be sent can be picked again', async () => {
  const opened = open({}, { [post]: taken });
  await screen.findByText('О складе');
  await loseLine(opened.server);
  const plan = file('план.txt');
  await choose(opened, [plan]);
  expect(await ofProtocol()).toHaveTextContent(/ожидает отправки/);
  loseFile(plan);
  findLine(opened.server);
  opened.server.answers['GET /health'] = health;
  await waitFor(async () => expect(await ofProtocol()).toHaveTextContent('Файл «план.txt» больше не читается'));
  await choose(opened, [file('план.txt')]);
  await waitFor(() => expect(forms(opened)).toHaveLength(1));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(within(await ofProtocol()).getAllByRole('listitem')).toHaveLength(1);
});

test('title, number of sheets and question can be changed; an error is shown at its field', async () => {
  const put = 'PUT /protocols/attachments/t1';
  const opened = open(
    { attachments: [smeta] },
    { [put]: ({ body }) => Response.json({ data: { ...smeta, ...(body as object) } }) },
  );
  const { person } = opened;
  await person.click(within(await ofQuestion(1)).getByRole('button', { name: 'Действия: Смета на 2027 год' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Приложение' });
  const title = within(dialog).getByRole('textbox', { name: 'Название в документах' });
  const sheets = within(dialog).getByRole('textbox', { name: /^Листов/ });
  await person.clear(title);
  await person.clear(sheets);
  await person.type(sheets, 'три');
  await person.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(title).toHaveAccessibleDescription(/Поле обязательно/);
  expect(sheets).toHaveAccessibleDescription(/Целое число/);
  await person.type(title, 'Смета');
  await person.clear(sheets);
  await person.selectOptions(within(dialog).getByLabelText('К чему приложен'), 'Вопрос 2. О складе');
  await person.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await ofQuestion(2);
  await waitFor(() =>
    expect(sent(opened).map(({ body }) => body)).toEqual([{ title: 'Смета', sheets: null, agenda_id: 'a2' }]),
  );
});

test('an attachment is moved below the next one, and removed until the removal is undone', async () => {
  const others = [
    { ...smeta, id: 't4', title: 'Вторая', position: 5 },
    { ...smeta, id: 't5', title: 'Третья', position: 6 },
  ];
  const opened = open(
    { attachments: [smeta, ...others] },
    { 'PUT /protocols/attachments/t1': ({ body }) => Response.json({ data: { ...smeta, ...(body as object) } }) },
  );
  const { person } = opened;
  const titles = async () =>
    within(await ofQuestion(1))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  const act = async (title: string, action: string) => {
    await person.click(screen.getByRole('button', { name: `Действия: ${title}` }));
    await person.click(await screen.findByRole('menuitem', { name: action }));
  };
  expect(await titles()).toEqual(['Смета на 2027 год', 'Вторая', 'Третья']);
  await act('Смета на 2027 год', 'Ниже');
  await waitFor(async () => expect(await titles()).toEqual(['Вторая', 'Смета на 2027 год', 'Третья']));
  await waitFor(() => expect(sent(opened)[0]?.body).toEqual({ position: 5.5 }));
  await act('Третья', 'Убрать');
  await waitFor(async () => expect(await titles()).toEqual(['Вторая', 'Смета на 2027 год']));
  await person.click(await screen.findByRole('button', { name: 'Отменить' }));
  await waitFor(async () => expect(await titles()).toHaveLength(3));
});

test('removing the last file of a question moves the focus to that question', async () => {
  const { person } = open({ attachments: [smeta] });
  await person.click(within(await ofQuestion(1)).getByRole('button'));
  await person.click(await screen.findByRole('menuitem', { name: 'Убрать' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Действия: вопрос 1' })).toHaveFocus());
});

test('the files of a question stay visible while it is being edited', async () => {
  const { person } = open({ attachments: [smeta] });
  await person.click(await screen.findByText('Расходы растут.'));
  await screen.findByRole('form', { name: 'Вопрос 1' });
  expect(await ofQuestion(1)).toHaveTextContent('Смета на 2027 год');
});

test('a final protocol shows its files read-only', async () => {
  open({ stage: 'final', attachments: [smeta, order] });
  await ofProtocol();
  expect(screen.queryByRole('button', { name: 'Приложить файлы' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Действия: приказ/ })).toBeNull();
});

test('a server without attachments is offered no files', async () => {
  const { person } = open(
    {},
    { 'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'versions'] }) },
  );
  await person.click(await screen.findByRole('button', { name: 'Действия: вопрос 1' }));
  expect(await screen.findByRole('menuitem', { name: 'Изменить' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Приложить файлы' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Приложить файлы' })).toBeNull();
});
