import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import { InsertAgenda } from '#src/features/protocol/agenda/insert-agenda.tsx';
import type { AgendaWriter } from '#src/features/protocol/editing/agenda-writer.ts';
import { EditingContext, nothingEdited } from '#src/features/protocol/editing/editing.ts';
import { ProtocolContext } from '#src/features/protocol/editing/protocol-context.ts';
import { createQueryClient } from '#src/sync/cache/query-client.ts';

const protocol: Protocol = {
  id: 'p1',
  stage: 'no_video',
  agenda: [{ id: 'a1', title: 'О плане' }],
  members: [{ id: 'm1', member_id: 'u1', name: 'Иванов Иван Ильич' }],
};

function open() {
  const written: AgendaItem[][] = [];
  const change: AgendaWriter['change'] = async (words, make) => {
    const before = protocol.agenda ?? [];
    const after = make(before) ?? before;
    written.push(after);
    return { words: words(before), before, after };
  };
  const said = vi.fn();
  const element = (
    <QueryClientProvider client={createQueryClient()}>
      <EditingContext value={{ ...nothingEdited, readOnly: false, writer: { change } as AgendaWriter }}>
        <ProtocolContext value={createStore(() => ({ protocol }))}>
          <InsertAgenda onAnnounce={said} />
        </ProtocolContext>
      </EditingContext>
    </QueryClientProvider>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  return { written, said, person: userEvent.setup() };
}

const openButton = () => screen.getByRole('button', { name: 'Вставить повестку' });

test('a pasted agenda is previewed as questions and appended to the existing ones', async () => {
  const { person, written, said } = open();
  await person.click(openButton());
  const dialog = within(await screen.findByRole('dialog', { name: 'Вставить повестку' }));
  expect(dialog.getByRole('textbox')).toHaveFocus();
  await person.paste('1. О смете, докладчик Иванов И. И.\n2. О складе (Сидоров А. А.), 10 мин');
  const items = await dialog.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'О смете Докладчик: Иванов Иван Ильич',
    'О складе (10 мин) Докладчик: Сидоров А. А.',
  ]);
  await person.click(dialog.getByRole('button', { name: /^Вставить 2\sвопроса$/ }));
  await waitFor(() => expect(said).toHaveBeenCalledExactlyOnceWith('Вставлено: 2\u00a0вопроса'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(openButton()).toHaveFocus());
  expect(written).toEqual([
    [
      { id: 'a1', title: 'О плане' },
      { id: expect.any(String), title: 'О смете', speaker_id: 'u1' },
      { id: expect.any(String), title: 'О складе (10 мин)', speaker_name: 'Сидоров А. А.' },
    ],
  ]);
});

test('an empty agenda and one over the limit are rejected with a message; the text stays', async () => {
  const { person, written } = open();
  await person.click(openButton());
  const dialog = within(await screen.findByRole('dialog', { name: 'Вставить повестку' }));
  await person.click(dialog.getByRole('button', { name: 'Вставить' }));
  expect(await dialog.findByText('Вставьте или введите повестку')).toBeVisible();
  await person.click(dialog.getByRole('textbox'));
  await person.paste(Array.from({ length: 1_000 }, (_, n) => `${n + 1}. О деле`).join('\n'));
  expect(await dialog.findAllByRole('listitem')).toHaveLength(50);
  expect(dialog.getByText(/^И ещё 950/)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: /^Вставить 1\s000\sвопросов$/ }));
  expect(await dialog.findByText(/в повестке уже 1, а может быть не больше 1000/)).toBeVisible();
  expect((dialog.getByRole('textbox') as HTMLTextAreaElement).value).toContain('1000. О деле');
  expect(written).toEqual([]);
});
