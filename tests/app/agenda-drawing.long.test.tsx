import { screen, waitFor } from '@testing-library/react';
import { type ComponentProps, memo, Profiler } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createTask } from '#src/data/task/index.ts';
import { mutate } from '#src/sync/index.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, ourHealth, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

/** Number of renders of each part. */
const drawn = vi.hoisted(() => new Map<string, number>());
const note = vi.hoisted(() => (part: string) => void drawn.set(part, (drawn.get(part) ?? 0) + 1));

vi.mock('#src/features/protocol/agenda/agenda-item-view.tsx', async (original) => {
  const { AgendaItemView } = await original<typeof import('#src/features/protocol/agenda/agenda-item-view.tsx')>();
  return {
    AgendaItemView: (props: ComponentProps<typeof AgendaItemView>) => {
      note(`question ${props.item.id}`);
      return <AgendaItemView {...props} />;
    },
  };
});

vi.mock('#src/features/protocol/playback/moment-button.tsx', async (original) => {
  const { MomentButton } = await original<typeof import('#src/features/protocol/playback/moment-button.tsx')>();
  return {
    MomentButton: (props: ComponentProps<typeof MomentButton>) => {
      note('moment');
      return <MomentButton {...props} />;
    },
  };
});

vi.mock('#src/features/protocol/agenda/agenda-fields.tsx', async (original) => {
  const { AgendaFields } = await original<typeof import('#src/features/protocol/agenda/agenda-fields.tsx')>();
  return {
    AgendaFields: (props: ComponentProps<typeof AgendaFields>) => {
      note('fields');
      return <AgendaFields {...props} />;
    },
  };
});

vi.mock('#src/features/protocol/editing/form-text.tsx', async (original) => {
  const { FormText } = await original<typeof import('#src/features/protocol/editing/form-text.tsx')>();
  return {
    FormText: (props: ComponentProps<typeof FormText>) => {
      note(`text ${props.name}`);
      return <FormText {...props} />;
    },
  };
});

vi.mock('#src/features/protocol/tasks/task-list.tsx', async (original) => {
  const { TaskList } = await original<typeof import('#src/features/protocol/tasks/task-list.tsx')>();
  return {
    TaskList: (props: ComponentProps<typeof TaskList>) => {
      note('tasks');
      return <TaskList {...props} />;
    },
  };
});

vi.mock('#src/features/protocol/page/protocol-head.tsx', async (original) => {
  const { ProtocolHead } = await original<typeof import('#src/features/protocol/page/protocol-head.tsx')>();
  return {
    ProtocolHead: memo((props: ComponentProps<typeof ProtocolHead>) => (
      <Profiler id="head" onRender={note}>
        <ProtocolHead {...props} />
      </Profiler>
    )),
  };
});

vi.mock('#src/features/people/index.ts', async (original) => {
  const people = await original<typeof import('#src/features/people/index.ts')>();
  const usePeopleSearch: typeof people.usePeopleSearch = (...search) => {
    note('search for people');
    return people.usePeopleSearch(...search);
  };
  return { ...people, usePeopleSearch };
});

vi.mock('#src/features/protocol/editing/people.ts', async (original) => {
  const people = await original<typeof import('#src/features/protocol/editing/people.ts')>();
  const chairmanOf: typeof people.chairmanOf = (...of) => {
    note('facts');
    return people.chairmanOf(...of);
  };
  return { ...people, chairmanOf };
});

afterEach(forgetWrites);

const protocol = {
  id: 'p1',
  stage: 'success_video_process',
  title: 'Совещание по бюджету',
  version: 3,
  video: { url: '/files/v.mp4' },
  agenda: ['О смете', 'О складе', 'О кадрах'].map((title, index) => ({
    id: `a${index + 1}`,
    title,
    decisions: [{ id: `d${index + 1}`, text: 'Утвердить', evidence: { start: 760 } }],
  })),
  tasks: [],
  members: [],
};

test('typing in and saving one question re-renders no other question, none of its other fields and nothing beside it', async () => {
  signInAs('secretary');
  let now: Record<string, unknown> = { ...protocol };
  let puts = 0;
  fakeServer({
    'GET /health': ourHealth,
    'GET /protocols/p1': () => Response.json({ data: now }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /meetings': () => Response.json({ data: [] }),
    'PUT /protocols/p1': ({ body }) => {
      puts += 1;
      const updated_at = `2026-11-20T10:00:0${puts}Z`;
      now = { ...now, ...(body as object), updated_at, version: Number(now.version) + 1 };
      return Response.json({ data: now });
    },
  });
  const { person } = openApp('/main/protocols/p1');
  await person.click(await screen.findByRole('button', { name: 'Действия: вопрос 2' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить' }));
  const listened = await screen.findByLabelText('Слушали');
  listened.focus();
  await screen.findAllByLabelText('Добавить участника');
  drawn.clear();
  for (const [index, word] of ['Отчёт ', 'кладовщика'].entries()) {
    await person.keyboard(word);
    await waitFor(() => expect(puts).toBe(index + 1));
    await waitFor(() => expect(outbox.list()).toEqual([]));
  }
  // The head says when it was saved.
  drawn.delete('head');
  expect(Object.fromEntries(drawn)).toEqual({});

  const [decision] = await screen.findAllByLabelText('Решение 1');
  decision?.focus();
  await person.keyboard('{End}');
  drawn.clear();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Решение 2')).toHaveFocus());
  expect(drawn.get('fields')).toBeUndefined();
  expect(drawn.get('moment')).toBeUndefined();
  expect([...drawn.keys()].filter((part) => part.startsWith('text'))).toEqual(['text decisions.1.text']);

  drawn.clear();
  await person.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(screen.getByRole('form', { name: 'Вопрос 3' })).toContainElement(document.activeElement as HTMLElement),
  );
  expect(drawn.get('question a1')).toBeUndefined();
  expect(drawn.get('tasks')).toBeUndefined();
});

test('making a task of a decision draws no form beside the sheet, and a change elsewhere not the head either', async () => {
  signInAs('secretary');
  const taken: unknown[] = [];
  const made = ({ body }: { body: unknown }) => {
    taken.push(body);
    return Response.json({ data: { status: 'new', ...(body as object) } }, { status: 201 });
  };
  fakeServer({
    'GET /health': ourHealth,
    'GET /protocols/p1': () => Response.json({ data: { ...protocol, tasks: taken } }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /meetings': () => Response.json({ data: [] }),
    'POST /protocols/p1/tasks': made,
    'POST /protocols/p2/tasks': made,
  });
  const { person } = openApp('/main/protocols/p1');
  await person.click(await screen.findByRole('button', { name: 'Действия: вопрос 2' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить' }));
  const [decision] = await screen.findAllByLabelText('Решение 1');
  decision?.focus();
  await screen.findByRole('combobox', { name: 'Докладчик' });
  await screen.findAllByLabelText('Добавить участника');
  drawn.clear();
  await person.keyboard('{Alt>}{Enter}{/Alt}');
  await screen.findByText('Поручение: Утвердить');
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(drawn.get('search for people')).toBeUndefined();
  expect(drawn.get('facts')).toBeUndefined();

  const makeElsewhere = async (title: string) => {
    const made = { id: title, protocolId: 'p2', protocolTitle: 'Другое', fields: { title }, people: [] };
    await mutate(createTask, made, {});
    await waitFor(() => expect(outbox.list()).toEqual([]));
  };
  await makeElsewhere('Заказать бумагу');
  drawn.clear();
  await makeElsewhere('Заказать клей');
  expect(drawn.get('head')).toBeUndefined();
});
