import { expect, test } from 'vitest';
import { buildDocument } from './build-document.ts';
import { speakersOf } from './build-short.ts';
import type { DocumentInput, DocumentKind, PrintSettings } from './document-input.ts';
import { sampleProtocol } from './sample-protocol.ts';

const settings: PrintSettings = { presentLimit: 15, timeZone: 'Europe/Moscow' };
const built = (kind: DocumentKind, change: Partial<DocumentInput> = {}, more: Partial<PrintSettings> = {}) =>
  buildDocument({ ...sampleProtocol, ...change }, { ...settings, ...more }, kind);
const cells = (...args: Parameters<typeof built>) =>
  (built(...args)?.blocks ?? []).flatMap((block) =>
    block.kind === 'table' ? block.rows.map((row) => row.map((runs) => runs.map(({ text }) => text).join(''))) : [],
  );
const printed = (...args: Parameters<typeof built>) => {
  const lines = built(...args)?.blocks.flatMap((block) => {
    if (block.kind === 'requisites') return [block.date, block.place, block.number].filter(Boolean);
    if (block.kind === 'signatures') return block.rows.flatMap((row) => [row.role, row.name]);
    if (block.kind === 'table') return [];
    if (block.kind === 'frame') return [...block.title, ...block.lines];
    return [`${block.number ? `${block.number.label} ` : ''}${block.runs.map((run) => run.text).join('')}`];
  });
  return lines?.map((line) => line.replaceAll('\u00a0', ' '));
};

test('the short form prints each item with its speakers in brackets and its decisions', () => {
  const lines = printed({ form: 'short' }) ?? [];
  expect(lines.slice(lines.findIndex((line) => line.startsWith('Отсутствовали')) + 1)).toEqual([
    '1. О смете на первый квартал (Орлова Е. В., Ким Д. А., Жуков-Вережников Н. Н.)',
    'РЕШИЛИ:',
    '1.1. Утвердить смету с сокращением расходов на командировки на 12 %. (запись 00:12:40)',
    '1.2. Принять к сведению отчёт об исполнении бюджета за 9 месяцев.',
    '1.3. Орловой Е. В. до 27.11.2026 подготовить отчёт по аренде. (запись 00:14:05)',
    'Голосовали: за – 5, против – 0, воздержались – 1.',
    '2. О договоре с подрядчиком (Ким Д. А.)',
    'РЕШИЛИ:',
    '2.1. Согласовать договор на условиях рассрочки. (запись 01:02:05)',
    'ПОРУЧЕНИЯ:',
    '1. Петровой А. А. до 24.11.2026 разослать протокол участникам.',
    'Председательствующий',
    'С. П. Иванов',
    'Секретарь',
    'А. А. Петрова',
  ]);
  expect(built({ form: 'short' })).toMatchObject({
    fileName: 'Протокол № 12 от 20.11.2026 (краткая форма)',
    asciiFileName: 'kratkiy-protokol-12-2026-11-20',
  });
});

test('an extract prints header, introduction, one item under its own number, «Верно», position, signature, day', () => {
  expect(printed({ form: 'extract', item: 'a2' })).toEqual([
    'ООО «Меридиан»',
    'ВЫПИСКА ИЗ ПРОТОКОЛА',
    'совещания по бюджету на I квартал 2027 года',
    '20 ноября 2026 г.',
    'Москва, переговорная 4',
    '№ 12',
    'Председательствующий – Иванов С. П., генеральный директор',
    'Секретарь – Петрова А. А.',
    'Присутствовали:',
    'Ёлкина М. И. – юрист',
    'Жуков-Вережников Н. Н. – главный инженер',
    'Ким Д. А. – начальник отдела снабжения',
    'Орлова Е. В. – финансовый директор',
    'Приглашённые: Смирнов П. – аудитор, АО «Аудит-Контроль»',
    'Отсутствовали: Яшин Л. И. – начальник склада',
    'ПОВЕСТКА ДНЯ:',
    '2. О договоре с подрядчиком',
    'Докладчик: Ким Д. А., начальник отдела снабжения',
    '2. СЛУШАЛИ: Ким Д. А. – о договоре с подрядчиком.',
    'Подрядчик предложил рассрочку без удорожания.',
    'РЕШИЛИ:',
    '2.1. Согласовать договор на условиях рассрочки. (запись 01:02:05)',
    'Верно',
    'Секретарь',
    'А. А. Петрова',
    '«____» ______________ 20___ г.',
    'Место нахождения подлинника: ООО «Меридиан», дело № ________ за 2026 год.',
  ]);
  expect(built({ form: 'extract', item: 'a2' })).toMatchObject({
    firstNumber: 2,
    fileName: 'Выписка из протокола № 12 от 20.11.2026, вопрос 2',
    asciiFileName: 'vypiska-12-2026-11-20-2',
  });
});

test('an extract of an unsigned protocol is a draft, and that of an electronic original names its signers', () => {
  const draft = printed({ form: 'extract', item: 'a2' }, { stage: 'no_video' });
  expect([draft?.[0], draft?.at(-1)]).toEqual([
    'Проект',
    '2.1. Согласовать договор на условиях рассрочки. (запись 01:02:05)',
  ]);
  const mark = { owner: 'Иванов Сергей Петрович', valid_from: '2026-01-12', valid_to: '2027-01-12' };
  const signatures = ['00B8 12F4', '7C3E'].map((certificate) => ({ ...mark, certificate }));
  expect(printed({ form: 'extract', item: 'a2' }, { signatures })?.at(-1)).toBe(
    'Подлинник – электронный документ, подписан электронной подписью: Иванов Сергей Петрович (сертификат 00B8 12F4); ' +
      'Иванов Сергей Петрович (сертификат 7C3E). Место нахождения подлинника: ООО «Меридиан».',
  );
  expect(printed({ form: 'signed' }, { signatures })?.slice(0, 4)).toEqual([
    'УТВЕРЖДАЮ',
    'Генеральный директор',
    'С. П. Иванов',
    'ООО «Меридиан»',
  ]);
});

test('no extract is made of an item that does not exist or has no content', () => {
  expect(built({ form: 'extract', item: 'другой' })).toBeUndefined();
  expect(built({ form: 'extract', item: 'пустой' }, { agenda: [{ id: 'пустой', title: ' ' }] })).toBeUndefined();
});

test('an extract refers to no annex with the list of people', () => {
  const lines = printed({ form: 'extract', item: 'a1' }, {}, { presentLimit: 2 });
  expect(lines).toContain('Присутствовали: 4 человека');
  expect(lines).not.toContain('СПИСОК ПРИСУТСТВОВАВШИХ');
});

test('an extract lists only the annexes of its question, the short form lists all', () => {
  const attachments = [
    { title: 'Смета', agenda_id: 'a1', position: 1 },
    { title: 'Договор', agenda_id: 'a2', position: 2, sheets: 4 },
    { title: 'Приказ', position: 3 },
  ];
  expect(printed({ form: 'extract', item: 'a2' }, { attachments })).toContain('Приложение: Договор, на 4 л.');
  expect(printed({ form: 'extract', item: 'a1' }, { attachments })).toContain('Приложение: Смета, 1 файл.');
  expect(printed({ form: 'short' }, { attachments })).toEqual(
    expect.arrayContaining(['Приложения:', '1. Смета (к вопросу 1), 1 файл.', '3. Приказ, 1 файл.']),
  );
});

test('the list of those present is a document of its own, with their positions', () => {
  expect(printed({ form: 'present' })).toEqual([
    'СПИСОК ПРИСУТСТВОВАВШИХ',
    'к протоколу № 12 от 20.11.2026',
    '1. Ёлкина М. И. – юрист',
    '2. Жуков-Вережников Н. Н. – главный инженер',
    '3. Иванов С. П. – генеральный директор, председательствующий',
    '4. Ким Д. А. – начальник отдела снабжения',
    '5. Орлова Е. В. – финансовый директор',
    '6. Петрова А. А. – секретарь',
    '7. Смирнов П. – аудитор, АО «Аудит-Контроль», приглашённый',
    'Секретарь',
    'А. А. Петрова',
  ]);
  expect(built({ form: 'present' })?.asciiFileName).toBe('spisok-12-2026-11-20');
});

test('speakers are recognised by name only: names of members, or surnames with initials', () => {
  const discussion = [
    'Ким Д.А. – за.',
    'Орлова Елена Викторовна: против.',
    'Сидоров О. И., Ким Д. А. и Жуков-Вережников Н. Н. – поддержали.',
    'Решение – отложить.',
    'Срок: до пятницы.',
    'Ким Д. А. и подрядчик – договорились.',
    'Ким Д. А. предложил подождать – все согласились.',
    '– Яшин Л. И. – за.',
    '12. Белов А. А. – против.',
    '  • Чёрный Б. Б.: за.',
  ].join('\n');
  const item = { id: 'a', speaker: { name: 'Иванов Сергей Петрович' }, discussion };
  expect(speakersOf(item, sampleProtocol.members).map((name) => name.replaceAll('\u00a0', ' '))).toEqual([
    'Иванов С. П.',
    'Ким Д. А.',
    'Орлова Е. В.',
    'Сидоров О. И.',
    'Жуков-Вережников Н. Н.',
    'Яшин Л. И.',
    'Белов А. А.',
    'Чёрный Б. Б.',
  ]);
});

test('the settings name the organization, the approver and who signs', () => {
  const own = { organization: 'Холдинг «Север»\nДепартамент закупок' };
  const full = { form: 'full' } as const;
  expect(printed(full, { organization: null }, own)?.slice(4, 7)).toEqual([
    'Холдинг «Север»',
    'Департамент закупок',
    'ПРОТОКОЛ',
  ]);
  expect(printed(full, {}, own)).not.toContain('Департамент закупок');
  expect(printed(full, {}, { approval: false })?.[0]).toBe('ООО «Меридиан»');
  const approver = { name: 'Котов Илья Львович', position: 'президент' };
  expect(printed(full, {}, { approver })?.slice(0, 3)).toEqual([
    'УТВЕРЖДАЮ',
    'Президент',
    '_______________ И. Л. Котов',
  ]);
  expect(printed(full, {}, { signedBy: ['secretary'] })?.slice(-2)).toEqual(['Секретарь', 'А. А. Петрова']);
});

test('with chairmanListed who presided is also listed as present: a member, or named in the head alone', () => {
  const lines = (change: Partial<DocumentInput>) => printed({ form: 'full' }, change, { chairmanListed: true }) ?? [];
  const listed = (all: string[]) => all.slice(all.indexOf('Присутствовали:') + 1, all.indexOf('ПОВЕСТКА ДНЯ:'));
  const row = 'Иванов С. П. – генеральный директор';
  expect(listed(lines({}))).toContain(row);
  expect(listed(lines({ members: sampleProtocol.members.slice(1) }))).toContain(row);
  expect(listed(lines({ members: sampleProtocol.members })).filter((line) => line.startsWith('Петрова'))).toEqual([]);
  const away = { state: 'absent' as const };
  const [chairman, ...others] = sampleProtocol.members;
  const all = listed(lines({ members: [{ ...chairman, attendance: away }, ...others] }));
  expect(all.filter((line) => line.startsWith('Иванов'))).toEqual([row]);
  expect(all.indexOf(row)).toBeGreaterThan(all.indexOf('Отсутствовали:'));
});

test('attendance sheets list everybody expected, reading and agreement sheets the owners of tasks as well', () => {
  const plain = (rows: string[][]) => rows.map((row) => row.map((text) => text.replaceAll('\u00a0', ' ')));
  const asked = plain(cells({ form: 'attendance' }));
  expect(asked[0]).toEqual(['№', 'Фамилия, инициалы, должность', 'Подпись']);
  expect(asked).toHaveLength(sampleProtocol.members.length + 1);
  expect(asked.at(-2)).toEqual(['7', 'Смирнов П., аудитор, АО «Аудит-Контроль»', '']);
  expect(asked.at(-1)).toEqual(['8', 'Яшин Л. И., начальник склада', '']);
  const other = { id: 'p9', name: 'Абрамов Илья Львович' };
  const tasks = [
    { title: 'Проверить', assignee: other },
    { title: 'Ещё', assignee: other },
  ];
  const read = plain(cells({ form: 'reading' }, { tasks }));
  expect(read[1]).toEqual(['1', 'Абрамов И. Л.', '', '']);
  expect(read).toHaveLength(sampleProtocol.members.length + 2);
  expect(printed({ form: 'reading' })).toContain('с протоколом № 12 от 20.11.2026');
  const agreed = plain(cells({ form: 'agreement' }, { tasks, stage: 'finish' }));
  expect(agreed[0]).toEqual(['№', 'Фамилия, инициалы, должность', 'Замечания', 'Дата', 'Подпись']);
  expect(agreed[1]).toEqual(['1', 'Абрамов И. Л.', '', '', '']);
  // The secretary wrote the text and does not agree to it.
  expect(agreed).toHaveLength(sampleProtocol.members.length + 1);
  expect(agreed.flat().some((text) => text.startsWith('Петрова'))).toBe(false);
  expect(printed({ form: 'agreement' }, { stage: 'finish' })).toContain('к проекту протокола № 12 от 20.11.2026');
  expect(printed({ form: 'agreement' }, { stage: 'final' })).toContain('к протоколу № 12 от 20.11.2026');
  const approver = { name: 'Котов Илья Львович', position: 'президент' };
  expect(plain(cells({ form: 'agreement' }, {}, { approver })).flat()).toContain('Котов И. Л., президент');
  // Where nothing is approved its former approver is not asked either.
  const unapproved = { approver, approval: false };
  expect(plain(cells({ form: 'agreement' }, {}, unapproved)).flat()).not.toContain('Котов И. Л., президент');
  // If nobody is known, the names are written in by hand.
  expect(cells({ form: 'attendance' }, { members: [], chairman: null, secretary: null })).toHaveLength(11);
  expect(built({ form: 'attendance' })?.title).toBe('Явочный лист к протоколу № 12 от 20.11.2026');
});

const listedFor = (name: string, change: Partial<DocumentInput> = {}) =>
  cells({ form: 'agreement' }, change, { approver: { name, position: 'президент' } }).map((row) =>
    (row[1] ?? '').replaceAll('\u00a0', ' '),
  );

test.each(['Иванов С. П.', 'С.П. Иванов', 'Иванов Сергей Петрович'])(
  'an approver who takes part is listed once in a sheet of agreement, however the settings write the name: %s',
  (name) => expect(listedFor(name).filter((person) => person.startsWith('Иванов'))).toHaveLength(1),
);

test('an approver who is no member, but has a task, is listed once in a sheet of agreement', () => {
  const assignee = { name: 'Яковлев Олег Игоревич', position: 'юрист' };
  const tasks = [{ title: 'Проверить', assignee }];
  for (const name of ['Яковлев О. И.', assignee.name])
    expect(listedFor(name, { tasks }).filter((person) => person.startsWith('Яковлев'))).toHaveLength(1);
});

test('a secretary who approves does not agree to the own text, and a namesake by initials is another person', () => {
  expect(listedFor('Петрова А. А.').join()).not.toContain('Петрова');
  expect(listedFor('Иванов Семён Павлович').filter((person) => person.startsWith('Иванов С. П.'))).toHaveLength(2);
});

test('sheets name the meeting of their protocol, and the body that met', () => {
  const heads = (change: Partial<DocumentInput> = {}) =>
    (['reading', 'agreement', 'attendance'] as const).map((form) => printed({ form }, change)?.slice(1, 4));
  const meeting = 'совещания по бюджету на I квартал 2027 года';
  expect(heads()).toEqual([
    ['ЛИСТ ОЗНАКОМЛЕНИЯ', 'с протоколом № 12 от 20.11.2026', meeting],
    ['ЛИСТ СОГЛАСОВАНИЯ', 'к протоколу № 12 от 20.11.2026', meeting],
    ['ЯВОЧНЫЙ ЛИСТ', meeting, expect.stringContaining('20 ноября 2026 г.')],
  ]);
  const body = { name_genitive: 'бюджетной комиссии' };
  const [read, agreed] = heads({ body, kind: 'Заседание', title: '' });
  expect([read?.[2], agreed?.[2]]).toEqual(Array(2).fill('заседания бюджетной комиссии'));
});

test('two guests of one name have a line each', () => {
  const guest = (rowId: string) => ({ rowId, name: 'Смирнов Павел', kind: 'invited' as const });
  const rows = cells(
    { form: 'attendance' },
    { members: [...sampleProtocol.members.slice(0, 2), guest('g1'), guest('g2')] },
  );
  expect(rows.filter(([, name]) => name?.startsWith('Смирнов'))).toHaveLength(2);
});

test('the chairman and the secretary are on the sheets even if they are no members', () => {
  const signers = (kind: DocumentKind, change: Partial<DocumentInput>) =>
    cells(kind, change)
      .slice(1)
      .map(([, name = '']) => name.replaceAll('\u00a0', ' '));
  const [chairman, secretary, ...members] = sampleProtocol.members;
  const officers = ['Иванов С. П., генеральный директор', 'Петрова А. А., секретарь'];
  for (const form of ['attendance', 'reading'] as const) {
    const whole = signers({ form }, {});
    expect(whole).toEqual(expect.arrayContaining(officers));
    expect(signers({ form }, { members, tasks: [] })).toEqual(whole);
    const alone = [chairman, secretary].flatMap((each) => each ?? []);
    expect(signers({ form }, { members: alone, tasks: [] })).toEqual(officers);
    // The other names are written in by hand.
    expect(signers({ form }, { members: [], tasks: [] })).toEqual([...officers, ...Array(8).fill('')]);
  }
});
