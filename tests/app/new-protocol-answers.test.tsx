import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { forgetWrites } from './support/forget-writes.ts';
import { open, people, posts } from './support/open-new-protocol.tsx';

afterEach(forgetWrites);

const capabilities = ['client-ids', 'idempotency', 'versions', 'member-kinds', 'attendance', 'meeting-invitations'];
const meeting = {
  ...{ id: 'm1', title: 'Совет', start_at: '2026-11-20T07:00:00Z', end_at: '2026-11-20T08:00:00Z' },
  ...{ participant_ids: ['u1', 'u2'], invitations: { invited: 3, coming: 1 } },
  guests: [{ id: 'g1', name: 'Гостева Мария', email: 'g@example.ru' }],
};

test('the answers to the invitations become the attendance of a new protocol', async () => {
  const answered = [
    { user_id: 'u1', name: 'Иванов', state: 'sent', answer: 'deputy', deputy: 'Замов П. П.' },
    { user_id: 'u2', name: 'Орлова', state: 'sent', answer: 'no' },
    { guest_id: 'g1', name: 'Гостева', state: 'sent', answer: 'yes' },
  ];
  const app = open(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities }),
      'GET /meetings': () => Response.json({ data: [meeting] }),
      ...Object.fromEntries(people.map((each) => [`GET /users/${each.id}`, () => Response.json({ data: each })])),
      'GET /meetings/m1/invitations': () => Response.json({ data: { people: answered, is_outdated: false } }),
    },
    '?meeting=m1',
  );
  expect(await screen.findByText(/Не придут: .*\(пришлёт заместителя: Замов П\. П\.\), Орлова/)).toBeVisible();
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(posts(app).filter(({ path }) => path.endsWith('/members'))).toHaveLength(3));
  const members = posts(app).flatMap(({ path, body }) => (path.endsWith('/members') ? [body] : []));
  expect(members).toMatchObject([
    { member_id: 'u1', kind: 'absent' },
    { member_id: 'u2', kind: 'absent' },
    { name: 'Гостева Мария', kind: 'invited' },
  ]);
  const marks = app.server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(marks).toEqual([{ attendance: { state: 'absent', reason: 'пришлёт заместителя: Замов П. П.' } }]);
});

test("a participant of a body's meeting who does not belong to the body is invited, without a vote in the quorum", async () => {
  const body = {
    ...{ id: 'b1', name: 'Совет', quorum: { kind: 'share', value: 50 }, agenda: [], version: 1 },
    members: [{ member_id: 'u1', name: people[0]?.name, kind: 'chairman' }],
  };
  const app = open(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities: [...capabilities, 'bodies'] }),
      'GET /bodies': () => Response.json({ data: [body] }),
      'GET /bodies/b1': () => Response.json({ data: body }),
      'GET /meetings': () => Response.json({ data: [{ ...meeting, body_id: 'b1', invitations: null }] }),
      ...Object.fromEntries(people.map((each) => [`GET /users/${each.id}`, () => Response.json({ data: each })])),
    },
    '?meeting=m1',
  );
  await app.person.click(await screen.findByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(posts(app).filter(({ path }) => path.endsWith('/members'))).toHaveLength(3));
  expect(posts(app).flatMap(({ path, body: sent }) => (path.endsWith('/members') ? [sent] : []))).toMatchObject([
    { member_id: 'u1', kind: 'chairman' },
    { member_id: 'u2', kind: 'invited' },
    { name: 'Гостева Мария', kind: 'invited' },
  ]);
});
