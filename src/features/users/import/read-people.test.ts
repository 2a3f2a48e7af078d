import PizZip from 'pizzip';
import { expect, test } from 'vitest';
import { readPeople } from './read-people.ts';

const csv = (text: string | Uint8Array<ArrayBuffer>) => readPeople(new File([text], 'люди.csv'));

test('a table like the sample is read, with quotes and empty lines', async () => {
  const { rows } = await csv(
    '\uFEFF\r\nФИО;E-mail;Роль;Телефон\r\n\r\n"Орлов; Иван";ivan@example.ru;секретарь;"+7 900"\r\n;;;\r\n',
  );
  expect(rows).toEqual([
    {
      line: 4,
      name: 'Орлов; Иван',
      email: 'ivan@example.ru',
      role: 'секретарь',
      manager: '',
      position: '',
      organization: '',
      phone: '+7 900',
    },
  ]);
});

test('names may be in three columns, separated by commas, in windows-1251', async () => {
  const text = 'Эл. почта,Фамилия,Имя,Отчество\nivan@example.ru,Орлов,Иван,Петрович\n';
  // Windows-1251 has the letters in the order of Unicode, from 0xC0 on.
  const bytes = Uint8Array.from(text, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 128 ? code : code - 0x0410 + 0xc0;
  });
  expect((await csv(bytes)).rows).toMatchObject([{ line: 2, name: 'Орлов Иван Петрович', email: 'ivan@example.ru' }]);
});

test.each([
  ['utf-16le', true],
  ['utf-16be', false],
])('the «Unicode text» of Excel is read: %s', async (_, isLittle) => {
  const text = '\uFEFFФИО\tE-mail\r\nОрлов Иван\tivan@example.ru\r\n';
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (const [at, sign] of [...text].entries()) view.setUint16(at * 2, sign.charCodeAt(0), isLittle);
  const { rows } = await readPeople(new File([view.buffer], 'люди.txt'));
  expect(rows).toMatchObject([{ line: 2, name: 'Орлов Иван', email: 'ivan@example.ru' }]);
});

test('columns of usual names are read, and those that are not are named', async () => {
  const heads = 'ФИО;E-mail;Мобильный телефон;Отдел;Место работы;Наименование должности;Табельный №;;Телефон';
  const { rows, unreadColumns } = await csv(`${heads}\nОрлов Иван;a@example.ru;+7 900;АХО;Завод;Инженер;;;22-33\n`);
  expect(rows).toMatchObject([{ phone: '+7 900', organization: 'Завод', position: 'Инженер' }]);
  expect(unreadColumns).toEqual(['Отдел', 'Телефон']);
});

test.each([
  ['a Cyrillic letter in «Е-mail»', 'ФИО;Е-mail'],
  ['other names of the address', 'ФИО;Адрес e-mail'],
  ['other names of the address', 'ФИО;E-mail (рабочий)'],
  ['other names of the address', 'ФИО;Рабочая почта'],
  ['other names of the address', 'ФИО;Электронный адрес'],
  ['a title above', 'Сотрудники «Ромашки»;\n;\nФИО;E-mail'],
  ['a title with commas above', 'Сотрудники, работники, прочие\nФИО;E-mail'],
  ['the line of Excel that names the delimiter', 'sep=;\nФИО;E-mail'],
  ['a heading of two lines', '"Фамилия,\nимя, отчество";"E-mail,\nличный"'],
  ['a heading hyphenated at the end of its line', 'ФИО;"Электрон-\nная почта"'],
])('the headings are found with %s: %s', async (_what, heads) => {
  const { rows } = await csv(`${heads}\nОрлов Иван;ivan@example.ru\n`);
  expect(rows).toMatchObject([{ name: 'Орлов Иван', email: 'ivan@example.ru' }]);
});

test('the line of the delimiter counts, so that rows have the numbers that Excel shows', async () => {
  const { rows } = await csv('\uFEFFsep=|\r\nФИО|E-mail\r\nОрлов Иван|ivan@example.ru\r\n');
  expect(rows).toMatchObject([{ line: 3, name: 'Орлов Иван', email: 'ivan@example.ru' }]);
});

test('the address of the manager is not taken for that of the person, nor the private one for the usual', async () => {
  const heads = 'ФИО;Руководитель (e-mail);Личная почта;E-mail;Почтовый адрес';
  const { rows, unreadColumns } = await csv(`${heads}\nОрлов Иван;boss@x.ru;home@x.ru;ivan@x.ru;Тверь\n`);
  expect(rows).toMatchObject([{ email: 'ivan@x.ru', manager: 'boss@x.ru' }]);
  expect(unreadColumns).toEqual(['Личная почта', 'Почтовый адрес']);
});

test('a sheet of an XLSX file is read', async () => {
  const row = (line: number, ...cells: string[]) => {
    const column = (index: number) => String.fromCharCode(65 + index);
    const written = cells.map((text, at) => `<c r="${column(at)}${line}" t="inlineStr"><is><t>${text}</t></is></c>`);
    return `<row r="${line}">${written.join('')}</row>`;
  };
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packed = 'http://schemas.openxmlformats.org/package/2006';
  const zip = new PizZip();
  zip.file(
    '[Content_Types].xml',
    `<Types xmlns="${packed}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  );
  zip.file(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Люди" sheetId="1" r:id="r1"/></sheets></workbook>`,
  );
  zip.file(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packed}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  );
  zip.file(
    'xl/worksheets/sheet1.xml',
    `<worksheet xmlns="${main}"><sheetData>${row(1, 'ФИО', 'E-mail')}${row(2, 'Орлов Иван', 'ivan@example.ru')}</sheetData></worksheet>`,
  );
  const file = new File([zip.generate({ type: 'uint8array' }) as Uint8Array<ArrayBuffer>], 'люди.xlsx');
  expect((await readPeople(file)).rows).toMatchObject([{ line: 2, name: 'Орлов Иван', email: 'ivan@example.ru' }]);
});

test.each([
  ['nothing', '', 'среди них «ФИО» и «E-mail»'],
  [
    'no column of addresses',
    'ФИО;Роль\nОрлов;секретарь',
    'среди них «ФИО» и «E-mail». Найдены столбцы: «ФИО», «Роль»; нет «E-mail»',
  ],
  [
    'no column of names',
    'Список\nПочта начальника;E-mail;Телефон\na@x.ru;b@x.ru;',
    'Найдены столбцы: «Почта начальника», «E-mail», «Телефон»; нет «ФИО»',
  ],
  ['no headings', 'Орлов;ivan@example.ru\n', 'В таблице нужны названия столбцов, среди них «ФИО» и «E-mail»'],
  ['an open quote', 'ФИО;E-mail\n"Орлов;a@example.ru\nПетрова;b@example.ru\n', 'В строке 2 кавычки стоят неверно'],
  ['heads alone', 'ФИО;E-mail\n', 'нет ни одной строки'],
  ['too many rows', `ФИО;E-mail\n${'Орлов;a@example.ru\n'.repeat(10_001)}`, 'больше 10 000 строк'],
])('rejects %s', async (_, text, words) => {
  await expect(csv(text)).rejects.toThrow(words);
});

test('a broken XLSX file and an XLS file are refused with an explanation', async () => {
  await expect(readPeople(new File(['мусор'], 'люди.xlsx'))).rejects.toThrow('не читается как таблица XLSX');
  await expect(readPeople(new File(['мусор'], 'люди.xls'))).rejects.toThrow('сохраните её как XLSX или CSV');
});
