import { screen } from '@testing-library/react';
import { fakeServer, noConnection, pageOf } from './fake-server.ts';
import { openApp, signInAs } from './open-app.tsx';

export const ours = () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency', 'versions'] });
export const people = [
  { id: 'u1', name: 'Иванов Сергей Петрович', position: 'директор' },
  { id: 'u2', name: 'Орлова Елена Викторовна' },
];

export function open(answers: Parameters<typeof fakeServer>[0] = {}, query = '') {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': ours,
    'GET /users': ({ query: asked }) => pageOf(people.filter(({ name }) => name.includes(asked.get('search') ?? ''))),
    'GET /meetings': () => Response.json({ data: [] }),
    'POST /protocols': ({ body }) => {
      const { id } = body as { id: string };
      const kept = { stage: 'no_video', version: 1, tasks: [], members: [] as object[], ...(body as object) };
      server.answers[`GET /protocols/${id}`] ??= () => Response.json({ data: kept });
      server.answers[`POST /protocols/${id}/members`] ??= (call) => {
        kept.members.push(call.body as object);
        return Response.json({ data: call.body }, { status: 201 });
      };
      server.answers[`POST /protocols/${id}/tasks`] = (call) => {
        const task = call.body as { id: string };
        server.answers[`PUT /protocols/tasks/${task.id}`] = () => Response.json({ data: { status: 'new', ...task } });
        return Response.json({ data: { status: 'new', ...task } }, { status: 201 });
      };
      server.answers[`PUT /protocols/${id}`] = (call) => {
        Object.assign(kept, call.body, { version: 2 });
        return Response.json({ data: kept });
      };
      return Response.json({ data: kept }, { status: 201 });
    },
    'GET /protocols': () => pageOf([]),
    ...answers,
  });
  return { server, ...openApp(`/main/protocols/add${query}`) };
}

/** Address of the protocol that the server was asked to create. */
export const place = (app: Opened) => `/main/protocols/${(posts(app)[0]?.body as { id: string } | undefined)?.id}`;

export type Opened = ReturnType<typeof open>;

export async function pick({ person }: Pick<Opened, 'person'>, field: string | RegExp, index: number, text: string) {
  const box = screen.getAllByRole('combobox', { name: field })[index] as HTMLElement;
  await person.click(box);
  await person.type(box, text);
  await person.click(await screen.findByRole('option', { name: new RegExp(text) }));
  await person.keyboard('{Escape}');
}

export const posts = ({ server }: Pick<Opened, 'server'>) =>
  server.received.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));

/** Cuts the connection; returns the function that restores it. */
export function cutLine({ server }: Pick<Opened, 'server'>) {
  const answers = { ...server.answers };
  for (const call of Object.keys(server.answers)) server.answers[call] = noConnection;
  return () => {
    Object.assign(server.answers, answers);
    window.dispatchEvent(new Event('online'));
  };
}
