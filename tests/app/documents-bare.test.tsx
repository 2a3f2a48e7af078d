import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

test('a bare provider is not asked for versions or mails, and other documents are not offered', async () => {
  signInAs('secretary');
  const protocol = { id: 'p1', stage: 'finish', title: 'Совещание', video: { url: '/запись.mp4' } };
  const server = fakeServer({
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'GET /protocols': () => Response.json({ data: [protocol] }),
  });
  const { person } = openApp('/main/protocols/p1');
  const offered = async (menu: string) => {
    await person.click(await screen.findByRole('button', { name: menu }));
    const titles = (await screen.findAllByRole('menuitem')).map((each) => each.textContent);
    await person.keyboard('{Escape}');
    return titles;
  };
  expect(await offered('Документы')).toEqual(['Смотреть как документ', 'Скачать PDF', 'Скачать DOCX']);
  expect(await offered('Другие действия')).toEqual(['Создать такой же…', 'Удалить протокол']);
  const asked = server.received.map(({ path }) => path);
  expect(asked.filter((path) => /versions|mails|recipients/.test(path))).toEqual([]);
});
