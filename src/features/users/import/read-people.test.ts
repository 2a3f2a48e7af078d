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

test.each([
  ['E-mail руководителя;Руководитель', 'boss@x.ru;Ким Дарья'],
  ['Руководитель;E-mail руководителя', 'Ким Дарья;boss@x.ru'],
])('of «%s» the e-mail names the manager', async (heads, cells) => {
  const { rows } = await csv(`ФИО;E-mail;${heads}\nОрлов Иван;ivan@x.ru;${cells}\n`);
  expect(rows).toMatchObject([{ email: 'ivan@x.ru', manager: 'boss@x.ru' }]);
});

/** One sheet of an XLSX file: its rows, with cells as they are written in XML, or texts. */
type TestSheet = { name: string; rows: (string | { xml: string })[][] };

const text = (value: string) => ({ xml: `t="inlineStr"><is><t>${value}</t></is>` });

/** Returns an XLSX file with these sheets; the style 1 of a cell makes it a date. */
function xlsx(...sheets: TestSheet[]): File {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packed = 'http://schemas.openxmlformats.org/package/2006';
  const zip = new PizZip();
  zip.file(
    '[Content_Types].xml',
    `<Types xmlns="${packed}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  );
  const named = sheets.map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`);
  zip.file(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${named.join('')}</sheets></workbook>`,
  );
  const related = sheets.map(
    (_each, at) => `<Relationship Id="r${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  related.push(`<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/>`);
  zip.file(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packed}/relationships">${related.join('')}</Relationships>`,
  );
  zip.file(
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  );
  for (const [at, { rows }] of sheets.entries()) {
    const written = rows.map((cells, line) => {
      const columns = cells.map((cell, column) => {
        const { xml } = typeof cell === 'string' ? text(cell) : cell;
        return `<c r="${String.fromCharCode(65 + column)}${line + 1}" ${xml}</c>`;
      });
      return `<row r="${line + 1}">${columns.join('')}</row>`;
    });
    const content = `<worksheet xmlns="${main}"><sheetData>${written.join('')}</sheetData></worksheet>`;
    zip.file(`xl/worksheets/sheet${at + 1}.xml`, content);
  }
  return new File([zip.generate({ type: 'uint8array' }) as Uint8Array<ArrayBuffer>], 'люди.xlsx');
}

const orlov = [
  ['ФИО', 'E-mail'],
  ['Орлов Иван', 'ivan@example.ru'],
];

test('a sheet of an XLSX file is read', async () => {
  const { rows } = await readPeople(xlsx({ name: 'Люди', rows: orlov }));
  expect(rows).toMatchObject([{ line: 2, name: 'Орлов Иван', email: 'ivan@example.ru' }]);
});

test('the first sheet of an XLSX file that has the headings is read', async () => {
  const cover = { name: 'Титул', rows: [['Список сотрудников']] };
  const { rows } = await readPeople(xlsx(cover, { name: 'Люди', rows: orlov }, { name: 'Уволены', rows: orlov }));
  expect(rows).toHaveLength(1);
  const file = xlsx(cover, { name: 'Люди', rows: [['ФИО', 'Роль']] });
  await expect(readPeople(file)).rejects.toThrow('На листе «Люди» нужны названия столбцов');
});

test('dates and marks of an XLSX file are read as the table shows them', async () => {
  const cells = [text('Орлов Иван'), text('ivan@example.ru'), { xml: 's="1"><v>45000</v>' }, { xml: 't="b"><v>1</v>' }];
  const table = { name: 'Люди', rows: [['ФИО', 'E-mail', 'Должность', 'Организация'], cells] };
  expect((await readPeople(xlsx(table))).rows).toMatchObject([{ position: '15.03.2023', organization: 'да' }]);
});

test('one broken letter does not make a UTF-8 table windows-1251', async () => {
  const bytes = new TextEncoder().encode('ФИО;E-mail\nОрлов Иван?;ivan@example.ru\n');
  bytes[bytes.indexOf(63)] = 0xd0;
  expect((await csv(bytes)).rows).toMatchObject([{ name: 'Орлов Иван\uFFFD', email: 'ivan@example.ru' }]);
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
