import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const totals = {
  ...{ secretaries: 2, meetings: 21, protocols: 5, final_protocols: 1, tasks: 8, done_tasks: 1, overdue_tasks: 2 },
  by_secretary: [
    { id: 's1', name: 'Ёлкина Мария', meetings: 1, protocols: 2, tasks: 3, done_tasks: 1, overdue_tasks: 2 },
    { id: 's2', name: '=Петрова', meetings: 20, protocols: 3, tasks: 5, done_tasks: 0, overdue_tasks: 0 },
  ],
};
const period = {
  ...{ meetings: 3, due_tasks: 8, done_tasks: 3, overdue_tasks: 1, final_protocols: 5, median_days: 2.5 },
  undated_protocols: 1,
  final_days: [
    { days: 0, protocols: 1 },
    { days: 2, protocols: 1 },
    { days: 3, protocols: 2 },
  ],
  by_secretary: [
    {
      id: 's1',
      name: 'Ёлкина Мария',
      meetings: 1,
      due_tasks: 0,
      done_tasks: 0,
      overdue_tasks: 0,
      final_protocols: 0,
      median_days: null,
    },
    {
      id: 's2',
      name: '=Петрова',
      meetings: 2,
      due_tasks: 8,
      done_tasks: 3,
      overdue_tasks: 1,
      final_protocols: 5,
      median_days: 2.5,
    },
  ],
};
const item = (data: object) => () => Response.json({ data });
const ours = () => Response.json({ status: 'ok', capabilities: ['client-ids', 'statistics'] });

function open(query = '', answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('manager');
  const server = fakeServer({
    'GET /health': ours,
    'GET /stats/manager/all': item(totals),
    'GET /stats/manager/period': item(period),
    'GET /stats/secretary/meetings': item([
      { date: '2026-11-02', count: 2 },
      { date: '2026-11-03', count: 1 },
    ]),
    'GET /stats/secretary/s1/entities': item({ meetings: 1 }),
    'GET /stats/secretary/s1/tasks': item({ total: 3 }),
    'GET /stats/secretary/s1/meetings': item([{ date: '2026-11-05', count: 4 }]),
    ...answers,
  });
  const asked = (path: string) =>
    server.received
      .filter((call) => call.path === path)
      .map(({ query }) => [query.get('start_date_at')?.slice(0, 10), query.get('end_date_at')?.slice(0, 10)]);
  return { asked, ...openApp(`/main/secretaries?view=charts${query}`) };
}

const november = '&date=2026-11-01';
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, ({ textContent }) => textContent));

test('each chart stands beside a table of the same figures', async () => {
  open(november);
  expect(await rowsOf('Просроченные поручения')).toEqual([
    ['Все секретари', '8', '3', '1', '12,5'],
    ['=Петрова', '8', '3', '1', '12,5'],
    ['Ёлкина Мария', '0', '0', '0', '—'],
  ]);
  expect(screen.getByText(/^Просрочено 1 из 8\sпоручений со сроком в этот период: 12,5\s%\.$/)).toBeVisible();
  expect(await rowsOf('От встречи до итогового протокола')).toEqual([
    ['В тот же день', '1', '25'],
    ['1–2 дня', '1', '25'],
    ['3–5 дней', '2', '50'],
    ['6–10 дней', '0', '0'],
    ['Больше 10 дней', '0', '0'],
    ['Без даты встречи', '1', '—'],
  ]);
  expect(await rowsOf('Срок по секретарям')).toEqual([['=Петрова', '5', '2,5']]);
  expect((await rowsOf('Загрузка по дням недели')).slice(0, 3)).toEqual([
    ['Понедельник', '2', '5', '0,40'],
    ['Вторник', '1', '4', '0,25'],
    ['Среда', '0', '4', '0,00'],
  ]);
  expect(screen.getByText(/^3\sвстречи; больше всего в понедельник\.$/)).toBeVisible();
  const days = within(screen.getByRole('table', { name: /3\sвстречи, дней со встречами: 2/ }));
  expect(days.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'понедельник, 2 ноября',
    'вторник, 3 ноября',
  ]);
  expect(screen.getAllByRole('img', { name: /цифры в таблице рядом/ })).toHaveLength(3);
});

test('shares, medians and averages link to what they are figured from, and zero to an empty list', async () => {
  const health = () => Response.json({ status: 'ok', capabilities: ['client-ids', 'statistics', 'reading'] });
  open(november, { 'GET /health': health });
  await rowsOf('Просроченные поручения');
  const linksOf = (table: string, row: RegExp) =>
    within(within(screen.getByRole('table', { name: table })).getByRole('row', { name: row }))
      .queryAllByRole('link')
      .map((link) => [
        link.textContent,
        link.getAttribute('href')?.replace(/.*view=(.*)&since=.*?(&|$)until=.*?(&|$)/, '$1 $3'),
      ]);
  expect(linksOf('Просроченные поручения', /Петрова/).slice(-2)).toEqual([
    ['1', 'tasks&status=overdue&secretary=s2 '],
    ['12,5', 'tasks&status=overdue&secretary=s2 '],
  ]);
  expect(linksOf('Просроченные поручения', /Ёлкина/).map(([figure]) => figure)).toEqual(['0', '0', '0']);
  expect(linksOf('Срок по секретарям', /Петрова/).map(([figure]) => figure)).toEqual(['5', '2,5']);
  expect(linksOf('От встречи до итогового протокола', /6–10/).map(([figure]) => figure)).toEqual(['0', '0']);
  expect(linksOf('Загрузка по дням недели', /Понедельник/).map(([figure]) => figure)).toEqual(['2', '0,40']);
  expect(screen.getByRole('link', { name: /^12,5\s%$/ })).toBeVisible();
});

test('an empty chart shows what its table shows', async () => {
  const nothing = { ...period, due_tasks: 0, done_tasks: 0, overdue_tasks: 0, final_protocols: 1, by_secretary: [] };
  open(november, { 'GET /stats/manager/period': item(nothing) });
  expect(await rowsOf('Просроченные поручения')).toEqual([['Все секретари', '0', '0', '0', '—']]);
  expect(screen.getByRole('img', { name: /^Доля просроченных/ })).toHaveTextContent('Все секретари—');
  expect(screen.getByText(/^1\sитоговый протокол, через 2,5\sдня\.$/)).toBeVisible();
});

const meetingDays = (counts: Record<string, number>) =>
  item(Object.entries(counts).map(([date, count]) => ({ date: `2026-11-${date}`, count })));

test.each([
  [{ '03': 2, '04': 1, '06': 2 }, /^5\sвстреч; больше всего во вторник и пятницу\.$/],
  [{ '02': 1, '03': 1, '05': 1 }, /^3\sвстречи; больше всего в понедельник, вторник и четверг\.$/],
  [{ '02': 1, '03': 1, '04': 1, '05': 1 }, /^4\sвстречи; примерно поровну в разные дни недели\.$/],
])('weekdays that share the first place are all named, unless they are many: %o', async (counts, words) => {
  open('&period=own&from=2026-11-02&to=2026-11-08', { 'GET /stats/secretary/meetings': meetingDays(counts) });
  expect(await screen.findByText(words)).toBeVisible();
});

test.each([31, 32])('%i days: a month is shown whole, a longer period scrolls in a frame', async (count) => {
  const days = Array.from({ length: count }, (_, day) => ({
    date: new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10),
    count: 1,
  }));
  open('&period=quarter&date=2026-10-01', { 'GET /stats/secretary/meetings': item(days) });
  const day = await screen.findByRole('rowheader', { name: 'четверг, 1 октября' });
  expect(day.closest('table')?.parentElement?.classList.contains('long')).toBe(count > 31);
});

test('the period is in the address, and requested in full', async () => {
  const { person, asked, address } = open('&period=month&date=2021-11-15');
  await screen.findByText('Ноябрь 2021');
  await person.click(screen.getByRole('button', { name: 'Квартал' }));
  expect(await screen.findByText('IV квартал 2021')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Следующий квартал' }));
  expect(await screen.findByText('I квартал 2022')).toBeVisible();
  expect(address()).toBe('/main/secretaries?view=charts&period=quarter&date=2022-01-01');
  await waitFor(() => {
    for (const path of ['/stats/manager/period', '/stats/secretary/meetings'])
      expect(asked(path).at(-1)).toEqual(['2022-01-01', '2022-03-31']);
  });
});

test('an invalid custom range is reported at its end and not requested', async () => {
  const { person, asked, address } = open('&period=own&from=2026-11-02&to=2026-11-20');
  const end = within(await screen.findByRole('group', { name: 'По' }));
  await person.click(end.getByRole('spinbutton', { name: /год/ }));
  await person.keyboard('2020');
  expect(await screen.findByText('Конец периода раньше начала')).toBeVisible();
  expect(asked('/stats/manager/period').every(([, end]) => end === '2026-11-20')).toBe(true);
  await person.click(end.getByRole('spinbutton', { name: /год/ }));
  await person.keyboard('2027');
  await waitFor(() => expect(address()).toContain('from=2026-11-02&to=2027-11-20'));
  await waitFor(() => expect(asked('/stats/manager/period').at(-1)).toEqual(['2026-11-02', '2027-11-20']));
});

test('a table is exported as CSV, and no name can run as a formula', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { person } = open(november);
  await person.click(await screen.findByRole('button', { name: 'Скачать CSV: Просроченные поручения' }));
  expect(names).toEqual(['Просроченные поручения, 2026-11-01 – 2026-11-30.csv']);
  // Reading as text would remove the byte order mark.
  const [...mark] = new Uint8Array((await saved[0]?.slice(0, 3).arrayBuffer()) ?? new ArrayBuffer(0));
  expect(mark).toEqual([0xef, 0xbb, 0xbf]);
  expect(await saved[0]?.text()).toBe(
    [
      'Секретарь;Со сроком;Выполнено;Просрочено;Доля, %',
      'Все секретари;8;3;1;12,5',
      "'=Петрова;8;3;1;12,5",
      'Ёлкина Мария;0;0;0;',
      '',
    ].join('\r\n'),
  );
  await person.click(screen.getByRole('button', { name: 'Скачать CSV: Срок по секретарям' }));
  expect(await saved[1]?.text()).toBe("Секретарь;Итоговых протоколов;Дней, медиана\r\n'=Петрова;5;2,5\r\n");
});

test('one secretary’s meetings by day are shown for the chosen period', async () => {
  const { person, asked } = open(`&id=s1${november}`);
  await person.click(await screen.findByRole('link', { name: 'Список' }));
  expect(await screen.findByRole('table', { name: /4\sвстречи, дней со встречами: 1/ })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Год' }));
  await waitFor(() => expect(asked('/stats/secretary/s1/meetings').at(-1)).toEqual(['2026-01-01', '2026-12-31']));
});
