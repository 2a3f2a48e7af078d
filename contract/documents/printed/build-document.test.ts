import { expect, test } from 'vitest';
import { buildDocument } from './build-document.ts';
import type { DocumentDecision, DocumentInput, DocumentMember, DocumentTask } from './document-input.ts';
import type { DocumentModel } from './document-model.ts';
import { sampleProtocol } from './sample-protocol.ts';

const settings = { presentLimit: 15, timeZone: 'Europe/Moscow' };
const build = (change: Partial<DocumentInput> = {}) => buildDocument({ ...sampleProtocol, ...change }, settings);

/** Returns the visible text, a line for each block. */
function printed(model: DocumentModel): string[] {
  return model.blocks.map((block) => {
    if (block.kind === 'requisites') return [block.date, block.place, block.number].join(' | ');
    if (block.kind === 'signatures') return block.rows.map((row) => `${row.role} ____ ${row.name}`).join(' / ');
    if (block.kind === 'table') return '';
    if (block.kind === 'frame') return [...block.title, ...block.lines].join(' | ');
    const number = block.number ? `${block.number.label} ` : '';
    return number + block.runs.map((run) => run.text).join('');
  });
}
const plain = (model: DocumentModel) => printed(model).map((line) => line.replaceAll('\u00a0', ' '));

test('the whole protocol, line by line', () => {
  expect(plain(build())).toEqual([
    'УТВЕРЖДАЮ',
    'Генеральный директор',
    '_______________ С. П. Иванов',
    '«____» ______________ 20___ г.',
    'ООО «Меридиан»',
    'ПРОТОКОЛ',
    'совещания по бюджету на I квартал 2027 года',
    '20 ноября 2026 г. | Москва, переговорная 4 | № 12',
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
    '1. О смете на первый квартал',
    'Докладчик: Орлова Е. В., финансовый директор',
    '2. О договоре с подрядчиком',
    'Докладчик: Ким Д. А., начальник отдела снабжения',
    '1. СЛУШАЛИ: Орлова Е. В. – о смете на первый квартал.',
    'Расходы растут на 8 % – основная причина: аренда второго склада и индексация договоров.',
    'ВЫСТУПИЛИ: Ким Д. А. – предложил сократить командировки.',
    'Жуков-Вережников Н. Н. – поддержал: «Сначала ремонт линии».',
    'РЕШИЛИ:',
    '1.1. Утвердить смету с сокращением расходов на командировки на 12 %. (запись 00:12:40)',
    '1.2. Принять к сведению отчёт об исполнении бюджета за 9 месяцев.',
    '1.3. Орловой Е. В. до 27.11.2026 подготовить отчёт по аренде. (запись 00:14:05)',
    'Голосовали: за – 5, против – 0, воздержались – 1.',
    '2. СЛУШАЛИ: Ким Д. А. – о договоре с подрядчиком.',
    'Подрядчик предложил рассрочку без удорожания.',
    'РЕШИЛИ:',
    '2.1. Согласовать договор на условиях рассрочки. (запись 01:02:05)',
    'ПОРУЧЕНИЯ:',
    '1. Петровой А. А. до 24.11.2026 разослать протокол участникам.',
    'Председательствующий ____ С. П. Иванов / Секретарь ____ А. А. Петрова',
  ]);
});

test('prints who came late, left, was remote or gave a proxy, and the quorum that they made', () => {
  const [chairman, secretary, orlova, kim, elkina, zhukov, smirnov, yashin] = sampleProtocol.members;
  const marks: [DocumentMember | undefined, DocumentMember['attendance']][] = [
    [chairman, { state: 'present' }],
    [secretary, { state: 'present' }],
    [
      { ...orlova, rowId: 'm3' },
      { state: 'late', arrived_at: '2026-11-20T10:20:30+03:00' },
    ],
    [kim, { state: 'left', arrived_at: '2026-11-20T07:10:00Z', left_at: '2026-11-20T11:00:00+03:00' }],
    [elkina, { state: 'remote' }],
    [zhukov, { state: 'proxy', proxy_id: 'm3', proxy_name: 'Орлова Е.' }],
    [smirnov, { state: 'absent' }],
    [{ ...yashin, id: undefined, kind: 'absent' }, { state: 'absent' }],
  ];
  const members = marks.map(([member, attendance]) => ({ ...member, attendance }));
  const lines = plain(build({ members, quorum: { share: 0.5, is_more: true } }));
  expect(lines.slice(lines.indexOf('Присутствовали:'), lines.indexOf('ПОВЕСТКА ДНЯ:'))).toEqual([
    'Присутствовали:',
    'Ёлкина М. И. – юрист (дистанционно)',
    'Жуков-Вережников Н. Н. – главный инженер (по доверенности, представитель Орлова Е. В.)',
    'Ким Д. А. – начальник отдела снабжения (с 10:10 до 11:00)',
    'Орлова Е. В. – финансовый директор (с 10:20)',
    'Отсутствовали:',
    'Смирнов П. – аудитор',
    'Яшин Л. И. – начальник склада',
    'Кворум имеется: 5 из 6.',
  ]);
  expect(plain(build({ quorum: { count: 9 } }))).toContain('Кворума нет: 5 из 6, нужно 9.');
  const list = buildDocument({ ...sampleProtocol, members }, settings, { form: 'present' });
  expect(list && plain(list).join('\n')).toContain('Ким Д. А. – начальник отдела снабжения (с 10:10 до 11:00)');
});

test('a chairman named only in the head counts for the quorum; without members no quorum is printed', () => {
  const [, ...members] = sampleProtocol.members;
  const quorum = { share: 0.5, is_more: true };
  expect(plain(build({ quorum }))).toContain('Кворум имеется: 5 из 6.');
  expect(plain(build({ quorum, members }))).toContain('Кворум имеется: 5 из 6.');
  expect(plain(build({ quorum, members: [] })).join()).not.toContain('Кворум');
});

test('a chairman and a secretary marked absent are listed as absent, and the name of who presided is left blank', () => {
  const members = sampleProtocol.members.map((member, index) =>
    index < 2 ? { ...member, attendance: { state: 'absent' as const, reason: index === 0 ? 'отпуск' : ' ' } } : member,
  );
  const lines = plain(build({ members }));
  expect(lines.filter((line) => line.startsWith('Председательствующий –'))).toEqual([
    'Председательствующий – ____________________',
  ]);
  // The secretary may write the minutes from a recording.
  expect(lines).toContain('Секретарь – Петрова А. А.');
  expect(lines.slice(lines.indexOf('Отсутствовали:') + 1, lines.indexOf('ПОВЕСТКА ДНЯ:'))).toEqual([
    'Иванов С. П. – генеральный директор (отпуск)',
    'Петрова А. А. – секретарь',
    'Яшин Л. И. – начальник склада',
  ]);
  expect(lines.at(-1)).toBe('Председательствующий ____  / Секретарь ____ А. А. Петрова');
  // The approver need not have been present.
  expect(lines[2]).toBe('_______________ С. П. Иванов');
  const list = buildDocument({ ...sampleProtocol, members }, settings, { form: 'present' });
  expect(list && plain(list).join('\n')).not.toMatch(/Иванов|Петрова А\. А\. –/);
});

test('a chairman who gave a proxy neither presides nor signs, and stands among those present', () => {
  const [orlova] = sampleProtocol.members.slice(2);
  const given = { state: 'proxy' as const, proxy_name: orlova?.name };
  const members = sampleProtocol.members.map((member, index) =>
    index === 0 ? { ...member, attendance: given } : member,
  );
  const lines = plain(build({ members }));
  expect(lines).toContain('Председательствующий – ____________________');
  const row = 'Иванов С. П. – генеральный директор (по доверенности, представитель Орлова Е. В.)';
  expect(lines).toContain(row);
  const list = buildDocument({ ...sampleProtocol, members }, settings, { form: 'present' });
  expect(list && plain(list)).toContain(`3. ${row}`);
});

test('the chairman and the secretary have their attendance and their position in this protocol beside them', () => {
  const row = (index: number, change: Partial<DocumentMember>) => ({ ...sampleProtocol.members[index], ...change });
  const members = [
    row(0, { position: 'председатель комиссии', attendance: { state: 'remote' } }),
    row(1, { kind: 'present', attendance: { state: 'late', arrived_at: '2026-11-20T10:20:00+03:00' } }),
  ];
  const officers = (of: DocumentMember[]) =>
    plain(build({ members: of })).filter((line) => /^(Предс|Секр).* – /.test(line));
  expect(officers(members)).toEqual([
    'Председательствующий – Иванов С. П., председатель комиссии (дистанционно)',
    'Секретарь – Петрова А. А. (с 10:20)',
  ]);
  expect(officers([row(1, { attendance: { state: 'absent', reason: 'отпуск' } })])).toContain(
    'Секретарь – Петрова А. А.',
  );
});

test('prints the votes of each decision: by name, secret, without a quorum', () => {
  const ballot = (name: string, vote: 'for' | 'against') => ({ member_id: name, name, vote });
  const no_quorum = { present: 3, total: 9, needed: 5 };
  const decisions = [
    { text: 'Утвердить', votes: { for: 6, against: 0, abstained: 1 } },
    {
      text: 'Избрать',
      votes: {
        ...{ for: 2, against: 1, abstained: 0 },
        by_name: [ballot('Орлова Елена Викторовна', 'for'), ballot('Ким Дмитрий', 'for'), ballot('Лев', 'against')],
      },
    },
    { text: 'Уволить', votes: { for: 3, is_secret: true, by_name: [ballot('Ким', 'for')], no_quorum } },
    { text: 'Принять', votes: { for: 3, no_quorum: { ...no_quorum, answer: 'mistaken' as const } } },
    { text: 'Отложить', votes: { for: 0 } },
  ];
  const lines = plain(build({ agenda: [{ id: 'a', title: 'О разном', decisions }], tasks: [] }));
  expect(lines.slice(lines.indexOf('РЕШИЛИ:') + 1, -1)).toEqual([
    '1.1. Утвердить.',
    'Голосовали: за – 6, против – 0, воздержались – 1.',
    '1.2. Избрать.',
    'Голосовали: за – 2, против – 1, воздержались – 0.',
    'За: Ким Д., Орлова Е. В.',
    'Против: Лев.',
    '1.3. Уволить.',
    'Голосовали тайно: за – 3.',
    'Кворума при голосовании не было: 3 из 9.',
    '1.4. Принять.',
    'Голосовали: за – 3.',
    '1.5. Отложить.',
  ]);
});

test('the votes of a point follow its sub-points, and those of the question say what they are of', () => {
  const cast = (votes: number) => ({ for: votes, against: 0, abstained: 0 });
  const printedLinesOf = (decisions: DocumentDecision[], votes: DocumentDecision['votes'] = null) => {
    const model = build({ agenda: [{ id: 'a', title: 'О графике', decisions, votes }], tasks: [] });
    const lines = plain(model);
    return lines.slice(lines.indexOf('РЕШИЛИ:') + 1, -1);
  };
  const point = { text: 'Утвердить график:', votes: cast(5) };
  const parts = [
    { text: 'первой очереди', level: 1 },
    { text: 'второй очереди', level: 1 },
  ];
  expect(printedLinesOf([point, ...parts, { text: 'Принять к сведению' }], cast(6))).toEqual([
    '1.1. Утвердить график:',
    '1.1.1. первой очереди.',
    '1.1.2. второй очереди.',
    'Голосовали по пункту 1.1 в целом: за – 5, против – 0, воздержались – 0.',
    '1.2. Принять к сведению.',
    'Голосовали по вопросу в целом: за – 6, против – 0, воздержались – 0.',
  ]);
  expect(
    printedLinesOf([point, ...parts.map((each) => ({ ...each, votes: { ...cast(4), is_secret: true } }))]),
  ).toEqual([
    '1.1. Утвердить график:',
    '1.1.1. первой очереди.',
    'Голосовали тайно: за – 4, против – 0, воздержались – 0.',
    '1.1.2. второй очереди.',
    'Голосовали тайно: за – 4, против – 0, воздержались – 0.',
    'Голосовали по пункту 1.1 в целом: за – 5, против – 0, воздержались – 0.',
  ]);
});

test('initials, dates, numbers and dashes are joined to their neighbours by no-break spaces', () => {
  const text = printed(build()).join('\n');
  expect(text).toContain('Иванов\u00a0С.\u00a0П.');
  expect(text).toContain('20\u00a0ноября\u00a02026\u00a0г. | Москва, переговорная 4 | №\u00a012');
  expect(text).not.toMatch(/ –| —/);
});

test('a draft is marked as one and has no approval block', () => {
  const draft = plain(build({ stage: 'success_video_process' }));
  expect(draft[0]).toBe('Проект');
  expect(draft).not.toContain('УТВЕРЖДАЮ');
});

test('missing data leaves neither a label nor a gap', () => {
  const empty = { stage: 'no_video' as const, members: [], agenda: [], tasks: [] };
  expect(plain(buildDocument(empty, settings))).toEqual(['Проект', 'ПРОТОКОЛ']);
  const bare = { id: 'a', title: 'О разном', votes: { for: 0, against: null }, decisions: [{ text: ' ' }] };
  const model = buildDocument({ ...empty, number: ' ', place: '', agenda: [bare, { id: 'b' }], tasks: [{}] }, settings);
  expect(plain(model)).toEqual([
    'Проект',
    'ПРОТОКОЛ',
    'ПОВЕСТКА ДНЯ:',
    '1. О разном',
    '1. О разном',
    'ПОРУЧЕНИЯ:',
    '1. Поручение без названия.',
  ]);
  expect(JSON.stringify(model)).not.toMatch(/undefined|null|NaN/);
});

test('more people than the limit are listed in an annex', () => {
  const members = Array.from({ length: 16 }, (_, index) => ({
    id: `m${index}`,
    name: `Фамилия Имя Отчество`,
    position: `${index}`,
  }));
  const lines = plain(build({ members, chairman: null, secretary: null }));
  expect(lines).toContain('Присутствовали: 16 человек (список прилагается)');
  expect(lines).toContain('Приложение: список присутствовавших.');
  expect(lines.slice(-18, -15)).toEqual([
    'Приложение к протоколу № 12 от 20.11.2026',
    'СПИСОК ПРИСУТСТВОВАВШИХ',
    '1. Фамилия И. О. – 0',
  ]);
  expect(plain(buildDocument({ ...sampleProtocol, members }, { ...settings, presentLimit: 16 }))).not.toContain(
    'СПИСОК ПРИСУТСТВОВАВШИХ',
  );
});

test('annexes are numbered in one order: the list of people, those of the questions, those of the protocol', () => {
  const members = Array.from({ length: 16 }, (_, index) => ({ id: `m${index}`, name: 'Фамилия Имя Отчество' }));
  const attachments = [
    { title: 'Проект приказа', position: 1 },
    { title: 'Из удалённого вопроса', agenda_id: 'gone', position: 0 },
    { title: 'Предложения "Картон-Юг"', agenda_id: 'a2', position: 3, sheets: 2 },
    { title: 'Смета на 2027 год', name: 'смета.xlsx', agenda_id: 'a1', position: 9 },
    { title: 'Расчёт к смете', agenda_id: 'a1', position: 9.5, sheets: 1 },
    { title: '\u202e\u0000', name: 'скан.pdf', position: 2 },
  ];
  const lines = plain(build({ members, attachments }));
  const first = lines.indexOf('Приложения:');
  expect(lines.slice(first, first + 8)).toEqual([
    'Приложения:',
    '1. Список присутствовавших.',
    '2. Смета на 2027 год (к вопросу 1), 1 файл.',
    '3. Расчёт к смете (к вопросу 1), на 1 л.',
    '4. Предложения «Картон-Юг» (к вопросу 2), на 2 л.',
    '5. Из удалённого вопроса, 1 файл.',
    '6. Проект приказа, 1 файл.',
    '7. скан.pdf, 1 файл.',
  ]);
  expect(lines).toContain('Приложение 1 к протоколу № 12 от 20.11.2026');
  const few = plain(build({ attachments }));
  expect(few.slice(few.indexOf('Приложения:')).slice(1, 3)).toEqual([
    '1. Смета на 2027 год (к вопросу 1), 1 файл.',
    '2. Расчёт к смете (к вопросу 1), на 1 л.',
  ]);
  expect(plain(build({ attachments: attachments.slice(3, 4) }))).toContain(
    'Приложение: Смета на 2027 год (к вопросу 1), 1 файл.',
  );
});

test('the title of a question stays with the lines below it in the agenda', () => {
  const agenda = [{ id: 'a', title: 'О смете\nи о её исполнении', speaker: { name: 'Ким Д. А.' } }];
  const { blocks } = build({ agenda });
  const first = blocks.findIndex((block) => block.kind === 'paragraph' && block.style === 'agenda');
  const kept = blocks.slice(first, first + 3).map((block) => block.kind === 'paragraph' && block.keepNext === true);
  expect(kept).toEqual([true, true, false]);
});

test('a meeting of several days has its days in the annex, on the sheets and in the file name', () => {
  const days = { heldAt: '2026-11-18T10:00:00+03:00', endedAt: '2026-11-19T12:00:00+03:00' };
  const many = buildDocument({ ...sampleProtocol, ...days }, { ...settings, presentLimit: 1 });
  expect(plain(many)).toContain('Приложение к протоколу № 12 от 18–19.11.2026');
  expect(many).toMatchObject({ fileName: 'Протокол № 12 от 18–19.11.2026', asciiFileName: 'protokol-12-2026-11-18' });
  const sheet = buildDocument({ ...sampleProtocol, ...days }, settings, { form: 'reading' });
  expect(sheet && plain(sheet)).toContain('с протоколом № 12 от 18–19.11.2026');
});

test('a full stop at the end of a title is printed neither in a heading nor before what follows the title', () => {
  const attachments = [{ title: 'Смета № 2.', sheets: 1 }];
  const agenda = [{ id: 'a', title: 'О графике.', speaker: { name: 'Ким Д. А.' }, decisions: [{ text: 'Да' }] }];
  const input = { ...sampleProtocol, title: 'Совещание о графике.', agenda, attachments };
  const short = buildDocument(input, settings, { form: 'short' });
  expect(short && plain(short)).toEqual(
    expect.arrayContaining(['совещания о графике', '1. О графике (Ким Д. А.)', 'Приложение: Смета № 2, на 1 л.']),
  );
});

test('a namesake of the chairman is still listed as present', () => {
  const namesake = { id: 'other', name: 'Иванов Сергей Петрович', position: 'слесарь', kind: 'present' as const };
  expect(plain(build({ members: [...sampleProtocol.members, namesake] }))).toContain('Иванов С. П. – слесарь');
});

test('every line of a long text is printed, and HTML is printed as text', () => {
  const lines = Array.from({ length: 500 }, (_, index) => `<b>Строка ${index}</b> 😀 & ещё`);
  const agenda = [{ id: 'a', title: 'О длинном', listened: lines.join('\n'), discussion: 'ы'.repeat(10_000) }];
  const text = plain(build({ agenda }));
  expect(text).toEqual(expect.arrayContaining(lines));
  expect(text).toContain(`ВЫСТУПИЛИ: ${'ы'.repeat(10_000)}`);
});

test('a decision of several lines keeps one number; a task without terms prints none', () => {
  const decisions = [{ text: 'Утвердить план:\n- ремонт;\n- закупки', at: 0 }, { text: 'Второе' }];
  const tasks = [
    { title: 'Без срока', agenda_id: 'a' },
    { title: 'Отменённое', agenda_id: 'a', status: 'cancelled' },
    { title: 'Срочное', agenda_id: 'a', priority: 'high' as const },
    // Written in Kaliningrad, where it is still the 4th; in Moscow it is already the 5th.
    { title: 'Давнее', agenda_id: 'a', origin: 'протокол № 12, п. 2', due_at: '2026-12-04T23:59:00+02:00' },
  ];
  const text = plain(build({ agenda: [{ id: 'a', title: 'План', decisions }], tasks }));
  expect(text.slice(text.indexOf('РЕШИЛИ:') + 1, -1)).toEqual([
    '1.1. Утвердить план:',
    '– ремонт;',
    '– закупки. (запись 00:00:00)',
    '1.2. Второе.',
    '1.3. Без срока.',
    '1.4. Отменённое. Отменено.',
    '1.5. Срочное. Приоритет – высокий.',
    '1.6. Давнее. Срок – 04.12.2026, перенесено: протокол № 12, п. 2.',
  ]);
});

const members = [
  { id: 'u1', name: 'Орлова Елена Викторовна' },
  { id: 'u2', name: 'Ким Дмитрий Олегович' },
];
const [orlova, kim] = members;
const decidedOn = (text: string, task: DocumentTask) => {
  const agenda = [{ id: 'a', title: 'План', decisions: [{ id: 'd1', text, at: 5 }] }];
  const lines = plain(build({ agenda, members, tasks: [{ agenda_id: 'a', decision_id: 'd1', ...task }] }));
  return lines.slice(lines.indexOf('РЕШИЛИ:') + 1, -1);
};
const due_at = '2026-12-04T23:59:00+03:00';

test('a decision that became a task is printed once: to whom, until when, what', () => {
  const text = 'Поручить Киму Д. О. до 04.12.2026 представить план закупок.';
  const printedOnce = ['1.1. Поручить Киму Д. О. до 04.12.2026 представить план закупок. (запись 00:00:05)'];
  expect(decidedOn(text, { title: 'Представить план закупок', assignee: kim, due_at })).toEqual(printedOnce);
  expect(
    decidedOn('Через две недели представить план', { title: 'Через две недели представить план', due_at }),
  ).toEqual(['1.1. До 04.12.2026 представить план. (запись 00:00:05)']);
  // Older tasks have the whole text as their title.
  expect(decidedOn(text, { title: text, assignee: kim, due_at })).toEqual(printedOnce);
});

test('a decision and an unlinked task of the same words are printed as one point, and the votes stay on its page', () => {
  const decisions = [
    { id: 'd1', text: 'Представить план.' },
    { id: 'd2', text: 'Представить план' },
  ];
  const tasks: DocumentTask[] = [
    { title: 'Представить план', agenda_id: 'a', decision_id: 'gone', due_at: '2026-12-04' },
  ];
  const model = build({ agenda: [{ id: 'a', title: 'План', decisions, votes: { for: 3 } }], tasks });
  const lines = plain(model);
  expect(lines.slice(lines.indexOf('РЕШИЛИ:') - 1, -1)).toEqual([
    '1. План',
    'РЕШИЛИ:',
    '1.1. До 04.12.2026 представить план.',
    '1.2. Представить план.',
    'Голосовали: за – 3.',
  ]);
  expect(model.blocks.at(lines.indexOf('1.2. Представить план.'))).toMatchObject({ keepNext: true });
});

test('a linked task is printed at its decision, whatever question it names, and a second one below it', () => {
  const agenda = [
    {
      id: 'a',
      title: 'План',
      decisions: [
        { id: 'd1', text: 'Представить план' },
        { id: 'd2', text: 'Принять' },
      ],
    },
    { id: 'b', title: 'Смета', decisions: [] },
  ];
  const tasks = [
    { title: 'Представить план', decision_id: 'd1', agenda_id: 'b', assignee: kim },
    { title: 'Проверить план', decision_id: 'd1', assignee: orlova },
  ];
  const lines = plain(build({ agenda, members, tasks }));
  expect(lines.slice(lines.indexOf('РЕШИЛИ:') + 1, -1)).toEqual([
    '1.1. Киму Д. О. представить план.',
    'Орловой Е. В. проверить план.',
    '1.2. Принять.',
    '2. Смета',
  ]);
});

test('an unlinked task of the same words is printed separately if the decision names another person or day', () => {
  const ivanov = { id: 'u3', name: 'Иванов Сергей Петрович' };
  const lines = (texts: string[], tasks: DocumentTask[]) => {
    const agenda = [{ id: 'a', title: 'План', decisions: texts.map((text, at) => ({ id: `d${at}`, text })) }];
    const untied = tasks.map((task) => ({ title: 'Представить план', agenda_id: 'a', ...task }));
    const all = plain(build({ agenda, members: [...members, ivanov], tasks: untied }));
    return all.slice(all.indexOf('РЕШИЛИ:') + 1, -1);
  };
  const text = 'Иванову С. П. до 04.12 представить план';
  const [told, other] = ['Иванову С. П. до 04.12 представить план.', 'Орловой Е. В. до 04.12.2026 представить план.'];
  expect(lines([text], [{ assignee: orlova, due_at }])).toEqual([`1.1. ${told}`, `1.2. ${other}`]);
  expect(lines([text], [{ assignee: ivanov, due_at: '2026-12-11' }])).toEqual([
    `1.1. ${told}`,
    '1.2. Иванову С. П. до 11.12.2026 представить план.',
  ]);
  const whole = 'Иванову С. П. до 04.12.2026 представить план.';
  expect(lines([text], [{ assignee: ivanov, due_at }])).toEqual([`1.1. ${whole}`]);
  // Counted from the day of the meeting, 20.11.2026.
  expect(lines(['Через две недели представить план'], [{ assignee: ivanov, due_at }])).toEqual([`1.1. ${whole}`]);
  expect(lines([text], [{ title: text }])).toEqual([`1.1. ${told}`]);
  const both = [
    { assignee: ivanov, due_at },
    { assignee: orlova, due_at },
  ];
  expect(lines(['Орловой представить план', 'Иванову представить план'], both)).toEqual([
    `1.1. ${other}`,
    `1.2. ${whole}`,
  ]);
  expect(lines(['Представить план', 'Иванову представить план'], both)).toEqual([`1.1. ${other}`, `1.2. ${whole}`]);
});

test('the owner and the deadline of the task are printed, whoever the decision names', () => {
  const text = 'Орловой Е. В. до пятницы представить план';
  expect(decidedOn(text, { title: 'Представить план', assignee: kim, due_at })).toEqual([
    '1.1. Киму Д. О. до 04.12.2026 представить план. (запись 00:00:05)',
  ]);
  // What the task leaves open stays as it was decided.
  expect(decidedOn(text, { title: 'Представить план', assignee: orlova })).toEqual([
    '1.1. Орловой Е. В. до пятницы представить план. (запись 00:00:05)',
  ]);
  expect(decidedOn(text, { title: 'Представить план', due_at, status: 'cancelled' })).toEqual([
    '1.1. Орловой Е. В. до 04.12.2026 представить план. Отменено. (запись 00:00:05)',
  ]);
});

test('no words are lost where decision and task differ, or where a name cannot be declined', () => {
  expect(decidedOn('Представить план и смету', { title: 'Представить план', assignee: kim, due_at })).toEqual([
    '1.1. Представить план и смету.',
    'Киму Д. О. до 04.12.2026 представить план. (запись 00:00:05)',
  ]);
  const shvets = { name: 'Швец Олег Ильич' };
  expect(decidedOn('Представить план', { title: 'Представить план', assignee: shvets, due_at })).toEqual([
    '1.1. Швец О. И. – до 04.12.2026 представить план. (запись 00:00:05)',
  ]);
  expect(decidedOn('План закупок', { title: 'План закупок', assignee: kim, due_at })).toEqual([
    '1.1. План закупок. Ответственный – Ким Д. О., срок – 04.12.2026. (запись 00:00:05)',
  ]);
  expect(decidedOn('Сдать до 1 мая 2027', { title: 'Сдать до 1 мая 2027', assignee: kim, due_at })).toEqual([
    '1.1. Киму Д. О. сдать до 1 мая 2027. Срок – 04.12.2026. (запись 00:00:05)',
  ]);
});

test.each([
  [{ number: 12 }, 'Протокол № 12 от 20.11.2026', 'protokol-12-2026-11-20'],
  [{ number: '№ 7/2-А' }, 'Протокол № 7-2-А от 20.11.2026', 'protokol-7-2-2026-11-20'],
  [{ number: null }, 'Протокол от 20.11.2026', 'protokol-2026-11-20'],
  [{ number: '', heldAt: null }, 'Протокол', 'protokol'],
])('the file of %j is called %s', (change, name, ascii) => {
  const { fileName, asciiFileName } = build(change);
  expect([fileName, asciiFileName]).toEqual([name, ascii]);
});

test('the last paragraph of the text stays on the page of the signatures', () => {
  const kept = (model: DocumentModel) => {
    const signed = model.blocks.findIndex(({ kind }) => kind === 'signatures');
    const before = model.blocks[signed - 1];
    return before?.kind === 'paragraph' && before.keepNext;
  };
  expect([kept(build()), kept(build({ tasks: [] }))]).toEqual([true, true]);
  const many = buildDocument(sampleProtocol, { ...settings, presentLimit: 1 });
  const words = plain(many);
  const note = words.indexOf('Приложение: список присутствовавших.');
  expect(many.blocks.slice(note - 1, note + 1)).toMatchObject([{ keepNext: true }, { keepNext: true }]);
  // Several annexes are no text of the protocol either.
  const annexed = build({ attachments: [{ title: 'Смета' }, { title: 'Расчёт' }] });
  const list = plain(annexed).indexOf('Приложения:');
  expect(annexed.blocks.slice(list - 1, list + 3).map((block) => 'keepNext' in block && block.keepNext)).toEqual(
    Array(4).fill(true),
  );
});

test('the last rows of a table that ends the text stay on the page of the signatures', () => {
  const rows = [[[{ text: 'Аренда' }], [{ text: '500' }]]];
  const agenda = [
    { id: 'a', title: 'О смете', listened: 'Аренда', listenedBlocks: [{ kind: 'table' as const, rows }] },
  ];
  const { blocks } = build({ agenda, tasks: [] });
  expect(blocks.find(({ kind }) => kind === 'table')).toMatchObject({ keepNext: true });
});

test('sub-points are numbered under their point, and the decisions after them continue the points', () => {
  const decisions = [
    { id: 'd1', text: 'Провести закупку' },
    { id: 'd2', text: 'Найти подрядчика', level: 1 },
    { id: 'd3', text: 'Проверить цены', level: 1 },
    { id: 'd4', text: 'Отчитаться' },
  ];
  const lines = plain(build({ agenda: [{ id: 'a', title: 'План', decisions }], tasks: [] }));
  expect(lines.slice(lines.indexOf('РЕШИЛИ:') + 1, lines.indexOf('РЕШИЛИ:') + 5)).toEqual([
    '1.1. Провести закупку.',
    '1.1.1. Найти подрядчика.',
    '1.1.2. Проверить цены.',
    '1.2. Отчитаться.',
  ]);
});
