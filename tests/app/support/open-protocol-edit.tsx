import { screen } from '@testing-library/react';
import { fakeServer, ourHealth, pageOf } from './fake-server.ts';
import { openApp, signInAs } from './open-app.tsx';

export const protocol = {
  id: 'p1',
  stage: 'success_video_process',
  number: '42',
  title: 'Совещание по бюджету',
  held_at: '2026-11-20T10:00:00Z',
  place: 'Москва',
  version: 3,
  chairman_id: 'u1',
  agenda: [
    {
      id: 'a1',
      title: 'О смете',
      speaker_id: 'u2',
      speaker_name: 'Орлова Елена Викторовна',
      listened: 'Расходы растут.',
      decisions: [{ id: 'd1', text: 'Утвердить смету', evidence: { start: 760 } }],
      colour: 'red',
    },
    { id: 'a2', title: 'О складе' },
  ],
  tasks: [],
  members: [
    { id: 'm1', member_id: 'u1', name: 'Иванов Сергей Петрович' },
    { id: 'm2', member_id: 'u2', name: 'Орлова Елена Викторовна' },
  ],
};

/** Opens a protocol over a server that keeps what is put. */
export function open(change: object = {}, answers: Parameters<typeof fakeServer>[0] = {}) {
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
    ...answers,
  });
  const becomes = (next: object) => {
    now = { ...now, ...next };
  };
  return { server, becomes, ...openApp('/main/protocols/p1') };
}

export const puts = ({ server }: Pick<ReturnType<typeof open>, 'server'>) =>
  server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);

export async function editItem(person: ReturnType<typeof open>['person'], position: number, action = 'Изменить') {
  await person.click(await screen.findByRole('button', { name: `Действия: вопрос ${position}` }));
  await person.click(await screen.findByRole('menuitem', { name: action }));
}
