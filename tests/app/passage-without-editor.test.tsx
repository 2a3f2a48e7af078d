import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer, pageOf } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

// A part of the app that cannot be fetched: the device has no connection, and no worker kept it.
vi.mock('#src/features/protocol/passages/formatted-field.tsx', () => {
  throw new Error('gone');
});

const bold = [{ kind: 'paragraph', pieces: [{ text: 'Крыша ' }, { text: 'течёт', bold: true }] }];

function open() {
  signInAs('secretary');
  let now: Record<string, unknown> = {
    id: 'p1',
    stage: 'success_video_process',
    title: 'Совещание',
    version: 3,
    agenda: [
      { id: 'a1', title: 'О смете', listened: 'Расходы выросли' },
      { id: 'a2', title: 'О складе', listened: 'Крыша течёт', listened_blocks: bold },
    ],
    tasks: [],
    members: [],
  };
  const capabilities = ['client-ids', 'idempotency', 'versions', 'formatted-text'];
  fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /protocols/p1': () => Response.json({ data: now }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /users': () => pageOf([]),
    'PUT /protocols/p1': ({ body }) => {
      now = { ...now, ...(body as object), version: Number(now.version) + 1 };
      return Response.json({ data: now });
    },
  });
  return { ...openApp('/main/protocols/p1'), listened: (at: number) => (now.agenda as Record<string, unknown>[])[at] };
}

async function edit({ person }: ReturnType<typeof open>, position: number) {
  await person.click(await screen.findByRole('button', { name: `Действия: вопрос ${position}` }));
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить' }));
  return screen.findByLabelText('Слушали');
}

test('a plain passage is edited as plain text, and a paste inserts its text only', async () => {
  const app = open();
  const field = await edit(app, 1);
  await app.person.click(field);
  await app.person.keyboard('{Control>}b{/Control}');
  fireEvent.keyDown(field, { code: 'KeyB', ctrlKey: true });
  expect(await screen.findByText(/Оформление сейчас недоступно/)).toBeVisible();
  fireEvent.paste(field, {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? '<b>, и сильно</b>' : ', и сильно') },
  });
  await vi.waitFor(() => expect(field).toHaveValue('Расходы выросли, и сильно'), { timeout: 15_000 });
});

test('a formatted passage is shown read-only, so that its formatting stays', async () => {
  const app = open();
  const field = await edit(app, 2);
  expect(await screen.findByText(/можно только прочитать/)).toBeVisible();
  await app.person.click(field);
  await app.person.keyboard('!');
  expect(field).toHaveTextContent('Крыша течёт');
  await app.person.click(screen.getByRole('button', { name: 'Готово' }));
  await vi.waitFor(() => expect(screen.queryByLabelText('Слушали')).toBeNull(), { timeout: 15_000 });
  expect(app.listened(1)).toMatchObject({ listened: 'Крыша течёт', listened_blocks: bold });
});
