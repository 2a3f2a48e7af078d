import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { forgetWrites } from './support/forget-writes.ts';
import { open as openProtocol, protocol, puts } from './support/open-protocol-edit.tsx';

afterEach(forgetWrites);

const capabilities = ['client-ids', 'idempotency', 'versions', 'attendance'];
const open = (change: object = {}) =>
  openProtocol(change, { 'GET /health': () => Response.json({ status: 'ok', capabilities }) });

const sheet = async () => within(await screen.findByRole('list', { name: 'Повестка дня' }));
const group = () => screen.findByRole('group', { name: 'Голосование по решению 1.1.' });

/** Returns the votes of the first decision as last sent to the server. */
function sentVotes(app: Parameters<typeof puts>[0]) {
  const bodies = puts(app) as {
    agenda?: { decisions: object[] }[];
    agenda_changes?: { items: { decisions: object[] }[] };
  }[];
  const items = bodies.map((body) => body.agenda ?? body.agenda_changes?.items ?? []);
  return (items.at(-1)?.[0]?.decisions[0] as { votes?: unknown } | undefined)?.votes;
}

test('a key opens the votes of a decision; more votes than members are accepted with a warning', async () => {
  const app = open();
  await app.person.click(await screen.findByText('Утвердить смету'));
  await app.person.keyboard('{Alt>}[KeyU]{/Alt}');
  const votes = within(await group());
  await waitFor(() => expect(votes.getByLabelText('за')).toHaveFocus());
  await app.person.keyboard('1000000');
  await app.person.type(await votes.findByLabelText('против'), 'нет');
  expect(votes.getByRole('alert')).toHaveTextContent('Целое число');
  expect(votes.getByLabelText('против')).toHaveValue('нет');
  await app.person.clear(votes.getByLabelText('против'));
  await app.person.type(votes.getByLabelText('против'), '0');
  expect(votes.getByText('Голосов больше, чем присутствующих: 1000000 из 2')).toBeVisible();
  await app.person.keyboard('{Escape}');
  expect(await screen.findByText(/Голосовали: за\s— 1000000, против\s— 0/)).toBeVisible();
  await waitFor(() => expect(sentVotes(app)).toMatchObject({ for: 1_000_000, against: 0 }));
});

test('«/» in a decision offers a vote: in an empty one, and after a text, which stays', async () => {
  const app = open();
  await app.person.click(await screen.findByText('Утвердить смету'));
  await app.person.keyboard(' и/или план /г');
  const list = within(await screen.findByRole('listbox', { name: 'Добавить к решению' }));
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Голосование']);
  await app.person.keyboard('{Enter}');
  const first = within(await group());
  await waitFor(() => expect(first.getByLabelText('за')).toHaveFocus());
  await app.person.keyboard('3');
  expect(screen.getByLabelText('Решение 1')).toHaveValue('Утвердить смету и/или план');
  await app.person.click(screen.getByLabelText('Решение 1'));
  await app.person.keyboard('{End}{Enter}');
  // The controls beside a new decision render a frame after the caret is placed.
  await screen.findByRole('button', { name: 'Голосование по решению 1.2.' });
  await app.person.keyboard('/гол{Enter}');
  const second = within(await screen.findByRole('group', { name: 'Голосование по решению 1.2.' }));
  await waitFor(() => expect(second.getByLabelText('за')).toHaveFocus());
  expect(screen.getByLabelText('Решение 2')).toHaveValue('');
  expect(screen.queryByRole('heading', { name: 'Голосовали' })).toBeNull();
  await app.person.click(screen.getByLabelText('Решение 2'));
  await app.person.keyboard('Отчитаться{Escape}');
  await waitFor(() => expect(sentVotes(app)).toMatchObject({ for: 3 }));
  // A save that follows a frame after the question is closed belongs to this test.
  await waitFor(() => expect(JSON.stringify(puts(app).at(-1))).toContain('Отчитаться'));
});

test('a vote without a quorum is accepted, with a warning that stays until it is answered', async () => {
  const app = open({ quorum: { count: 5 } });
  await app.person.click(await screen.findByText('Утвердить смету'));
  await app.person.click(await screen.findByRole('button', { name: 'Голосование по решению 1.1.' }));
  const votes = within(await group());
  await app.person.type(votes.getByLabelText('за'), '2');
  expect(votes.getByRole('alert')).toHaveTextContent(
    'Кворума при голосовании не было: 2 из 2, нужно 5. Голоса сохранены.',
  );
  await app.person.keyboard('{Escape}');
  expect(await screen.findByText('Голосовали без кворума: 2 из 2')).toBeVisible();
  await app.person.click(await screen.findByText('Утвердить смету'));
  await app.person.click(within(await group()).getByRole('button', { name: 'Учесть без кворума' }));
  expect(within(await group()).getByText('Учтено без кворума: 2 из 2')).toBeVisible();
  await waitFor(() => expect(sentVotes(app)).toMatchObject({ for: 2, no_quorum: { needed: 5, answer: 'counted' } }));
});

test('in a vote by name one key per person updates the counts, and a voter who is no longer a member stays', async () => {
  const gone = { member_id: 'm9', name: 'Гость Лев', vote: 'against' };
  const agenda = protocol.agenda.map((item) => ({
    ...item,
    decisions: item.decisions?.map((each) => ({ ...each, votes: { against: 1, by_name: [gone] } })),
  }));
  const app = open({ agenda });
  await app.person.click(await screen.findByText('Утвердить смету'));
  const votes = within(await group());
  expect(votes.getByRole('group', { name: 'Гость Лев' })).toBeVisible();
  within(votes.getByRole('group', { name: 'Иванов Сергей Петрович' }))
    .getByRole('button', { name: 'За' })
    .focus();
  await app.person.keyboard('[KeyP][KeyD]');
  expect(votes.getByLabelText('за')).toHaveValue('1');
  expect(votes.getByLabelText('против')).toHaveValue('1');
  expect(votes.getByLabelText('воздержались')).toHaveValue('1');
  await app.person.click(votes.getByRole('button', { name: 'Тайное' }));
  expect(votes.queryByRole('group', { name: 'Гость Лев' })).toBeNull();
  await waitFor(() => expect(sentVotes(app)).toMatchObject({ for: 1, against: 1, abstained: 1, is_secret: true }));
  expect(sentVotes(app)).not.toHaveProperty('by_name');
  // After the wrong button was pressed, the individual votes are still there.
  await app.person.click(votes.getByRole('button', { name: 'Поимённое' }));
  const own = within(votes.getByRole('group', { name: 'Иванов Сергей Петрович' }));
  expect(own.getByRole('button', { name: 'За' })).toHaveAttribute('aria-pressed', 'true');
  await app.person.keyboard('{Escape}');
  const by_name = expect.arrayContaining([gone, expect.objectContaining({ member_id: 'm1', vote: 'for' })]);
  await waitFor(() => expect(sentVotes(app)).toMatchObject({ for: 1, against: 1, abstained: 1, by_name }));
});

test('Enter before a decision inserts an empty one above: votes and moment stay with the text, also after rejoining', async () => {
  const decision = {
    id: 'd1',
    text: 'Утвердить смету',
    votes: { for: 2, against: 0 },
    evidence: { start: 7, end: 9, quote: 'Смету' },
  };
  const app = open({ agenda: [{ id: 'a1', title: 'О смете', decisions: [decision] }] });
  const sentDecisions = () =>
    puts(app).flatMap((body) => {
      const { agenda, agenda_changes } = body as {
        agenda?: { decisions: object[] }[];
        agenda_changes?: { items: { decisions: object[] }[] };
      };
      return [(agenda ?? agenda_changes?.items)?.[0]?.decisions];
    });
  await app.person.click((await sheet()).getByText('Утвердить смету'));
  await app.person.keyboard('{Home}{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Решение 2')).toHaveFocus());
  expect(screen.getByLabelText('Решение 2')).toHaveValue('Утвердить смету');
  await app.person.keyboard('{Backspace}');
  await waitFor(() => expect(screen.queryByLabelText('Решение 2')).toBeNull());
  expect(screen.getByLabelText('Решение 1')).toHaveFocus();
  await app.person.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Решение 2')).toHaveFocus());
  await app.person.click(screen.getByLabelText('Решение 1'));
  await app.person.keyboard('Отчитаться{Escape}');
  const other = expect.objectContaining({ text: 'Отчитаться' });
  await waitFor(() => expect(sentDecisions().at(-1)).toEqual([other, decision]));
  expect(sentDecisions().at(-1)?.[0]).not.toHaveProperty('votes');
});

test('joining two decisions keeps the vote of either, and two decisions with votes cannot be joined', async () => {
  const decisions = [
    { id: 'd1', text: 'Утвердить смету' },
    { id: 'd2', text: 'Построить склад', votes: { for: 2, against: 0 } },
    { id: 'd3', text: 'Отчитаться', votes: { for: 1, against: 1 } },
  ];
  const app = open({ agenda: [{ id: 'a1', title: 'О смете', decisions }] });
  await app.person.click((await sheet()).getByText('Отчитаться'));
  await app.person.keyboard('{Home}{Backspace}');
  expect(screen.getByLabelText('Решение 3')).toHaveValue('Отчитаться');
  await app.person.click(screen.getByLabelText('Решение 2'));
  await app.person.keyboard('{Home}{Backspace}');
  expect(screen.getByLabelText('Решение 1')).toHaveValue('Утвердить сметуПостроить склад');
  await app.person.keyboard('{Escape}');
  await waitFor(() => expect(sentVotes(app)).toMatchObject({ for: 2, against: 0 }));
});

test('Backspace in an emptied decision does not remove its votes', async () => {
  const decisions = [
    { id: 'd1', text: 'Да', votes: { for: 2, against: 0 } },
    { id: 'd2', text: 'Отчитаться' },
  ];
  const app = open({ agenda: [{ id: 'a1', title: 'О смете', decisions }] });
  await app.person.click((await sheet()).getByText('Да'));
  await app.person.keyboard('{Backspace}{Backspace}{Backspace}');
  expect(screen.getByLabelText('Решение 1')).toHaveValue('');
  expect(screen.getByLabelText('Решение 2')).toHaveValue('Отчитаться');
  await app.person.keyboard('Нет{Escape}');
  await waitFor(() => expect(JSON.stringify(puts(app).at(-1))).toContain('Нет'));
  expect(sentVotes(app)).toMatchObject({ for: 2, against: 0 });
});

test('removing a vote is an undo step of its own', async () => {
  const decision = { id: 'd1', text: 'Утвердить', votes: { for: 2, against: 0 } };
  const app = open({ agenda: [{ id: 'a1', title: 'О смете', decisions: [decision] }] });
  await app.person.click((await sheet()).getByText('Утвердить'));
  await app.person.keyboard(' план');
  await app.person.click(within(await group()).getByRole('button', { name: 'Убрать голосование' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Голосование по решению 1.1.' })).toHaveFocus());
  await waitFor(() => expect(sentVotes(app)).toBeNull());
  await app.person.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(sentVotes(app)).toMatchObject({ for: 2, against: 0 }));
  expect(screen.getByLabelText('Решение 1')).toHaveValue('Утвердить план');
});
