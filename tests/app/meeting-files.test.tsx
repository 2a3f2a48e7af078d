import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { loseFile } from '#tests/support/lose-file.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { file, fillTitle, findLine, loseLine, newForm, open, sent } from './support/open-meetings.tsx';

afterEach(forgetWrites);

const words = /^Файл «план\.txt» больше не читается/;
const filesInput = (dialog: HTMLElement) => within(dialog).getByLabelText('Файлы', { selector: 'input' });
const taken = () => Response.json({ data: { id: 'm5' } }, { status: 201 });

function namesSent(server: ReturnType<typeof open>['server']): unknown[] {
  const form = sent(server, 'POST').at(-1)?.body as FormData;
  return [form.get('title'), ...form.getAll('files[]')];
}

test('a file that is unreadable on saving is reported at its field; once picked again, everything is sent', async () => {
  const { server, person } = open({ 'GET /meetings': () => Response.json({ data: [] }), 'POST /meetings': taken });
  await person.click(await screen.findByRole('link', { name: 'Новая встреча' }));
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  const lost = loseFile(file('план.txt'));
  await person.upload(filesInput(dialog), lost);
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  expect(await within(dialog).findByText(words)).toBeVisible();
  expect(sent(server, 'POST')).toEqual([]);
  expect(outbox.list()).toEqual([]);
  // The same file, chosen again in the browser.
  const plan = new File(['xxxx'], 'план.txt', { type: 'text/plain', lastModified: lost.lastModified });
  await person.upload(filesInput(dialog), plan);
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
  expect(namesSent(server)).toEqual(['Планёрка', plan]);
});

test('a file that becomes unreadable in the queue is reported in the form, and nothing else is lost', async () => {
  const { server, person, router } = open({
    'GET /meetings': () => Response.json({ data: [] }),
    'POST /meetings': taken,
  });
  await screen.findByText('В этом месяце встреч нет');
  await loseLine(server);
  await person.click(screen.getByRole('link', { name: 'Новая встреча' }));
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  const plan = file('план.txt');
  await person.upload(filesInput(dialog), plan);
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  await screen.findByText('Встреча создана');
  loseFile(plan);
  findLine(server);
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  expect(screen.queryByText('Нет подключения.')).toBeNull();

  await act(() => router.navigate(`/main/meetings?write=${outbox.list()[0]?.id}`));
  const again = await newForm();
  expect(await within(again).findByText(words)).toBeVisible();
  expect(within(again).getByRole('textbox', { name: 'Название' })).toHaveValue('Планёрка');
  // Saved unchanged, the form shows the message once more.
  await person.click(within(again).getByRole('button', { name: 'Создать встречу' }));
  expect(await within(again).findByText(words)).toBeVisible();
  expect(outbox.list()[0]?.state).toBe('failed');
  const found = new File(['xxxx'], 'план.txt', { type: 'text/plain', lastModified: plan.lastModified });
  await person.upload(filesInput(again), found);
  await person.click(within(again).getByRole('button', { name: 'Создать встречу' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(namesSent(server)).toEqual(['Планёрка', found]);
});
