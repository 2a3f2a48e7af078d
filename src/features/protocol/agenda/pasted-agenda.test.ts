// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { questionsIn } from './pasted-agenda.ts';
import { findSpeaker } from './pasted-speaker.ts';

const short = (text: string, html?: string) =>
  questionsIn(text, html).map(({ title, speaker }) => (speaker ? `${title} | ${speaker}` : title));

/** HTML as Word writes it: the number of a paragraph stands in an ignored span of its own. */
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoListParagraph {margin-left:36.0pt;} --></style></head><body lang=RU><!--StartFragment-->
<p class=MsoNormal><b>Повестка дня:</b><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>О бюджете
на 2027&nbsp;год. Докладчик: Иванов И.&nbsp;И., директор<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span
style='mso-list:Ignore'>2.<span>&nbsp;&nbsp; </span></span><!--[endif]-->Разное<o:p></o:p></p><!--EndFragment--></body></html>`;

const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table border=0 width=512>
<colgroup><col width=64><col width=320></colgroup><tr height=20><td class=xl65>№ п/п</td><td>Вопрос</td><td>Докладчик</td>
<td>Время, мин</td><td>Примечание</td></tr>
<tr><td align=right>1</td><td>О бюджете</td><td>Иванов И. И.</td><td align=right>10</td><td></td></tr>
<tr><td align=right>2</td><td>О складе</td><td>Отдел снабжения</td><td>10:00&ndash;10:20</td><td>материалы на столе</td></tr>
<tr><td align=right>3</td><td>Разное</td><td></td><td></td><td></td></tr></table></body></html>`;

const mail = `<div dir="ltr"><div>Коллеги, повестка на завтра:</div><div><br></div><ol start="1"><li>О бюджете<ol><li>доходы</li>
<li>расходы</li></ol></li><li>О складе (Орлова Е. В.)</li></ol><div>Жду замечаний до среды</div><div>С уважением, Пётр</div></div>`;

test('a list from Word loses its numbers, its heading and nothing else', () => {
  const text = 'Повестка дня:\r\n1.\tО бюджете на 2027 год. Докладчик: Иванов И. И., директор\r\n2.\tРазное\r\n';
  const expected = ['О бюджете на 2027 год. | Иванов И. И., директор', 'Разное'];
  expect(short(text, word)).toEqual(expected);
  expect(short('', word)).toEqual(expected);
});

test('the columns of a table from Excel are found by its header', () => {
  const expected = [
    'О бюджете (10 мин) | Иванов И. И.',
    'О складе — материалы на столе (10:00–10:20) | Отдел снабжения',
    'Разное',
  ];
  expect(short('', excel)).toEqual(expected);
  const text = '№ п/п\tВопрос\tДокладчик\tВремя, мин\tПримечание\n1\tО бюджете\tИванов И. И.\t10\t\n';
  expect(short(text)).toEqual(expected.slice(0, 1));
});

test('without a header each cell is recognised by its content', () => {
  expect(short('1\tО бюджете\tИванов И. И.\t10 мин\n2\tО складе\tОрлова Елена Викторовна\tк сведению')).toEqual([
    'О бюджете (10 мин) | Иванов И. И.',
    'О складе — к сведению | Орлова Елена Викторовна',
  ]);
});

test.each([
  ['1. О плане\n1) доходы\n2) расходы\n2. Разное', ['О плане; 1) доходы; 2) расходы', 'Разное']],
  ['1) О плане\n1. доходы\n2) Разное', ['О плане; 1. доходы', 'Разное']],
  ['1. О плане\n2) О смете\n3. Разное', ['О плане', 'О смете', 'Разное']],
  ['Повестка дня заседания:\n1. О плане', ['О плане']],
  ['Повестка дня совещания от 20 ноября:\n1. О плане', ['О плане']],
  ['Повестка дня заседания утверждена\n1. О плане', ['Повестка дня заседания утверждена', 'О плане']],
  ['- О плане\n-О смете', ['О плане', 'О смете']],
  ['Погода\n-5 градусов', ['Погода', '-5 градусов']],
])('«%s» is split by its list marks', (text, titles) => {
  expect(short(text)).toEqual(titles);
});

test('sub-points are joined to their question, and text around a list stays', () => {
  expect(short('Коллеги, повестка на завтра:\n\nО бюджете', mail)).toEqual([
    'О бюджете; 1.1. доходы; 1.2. расходы',
    'О складе | Орлова Е. В.',
    'Жду замечаний до среды',
  ]);
});

test.each([
  ['1. О смете\n2) О складе\n(3) Разное', ['О смете', 'О складе', 'Разное']],
  ['I. О смете\nII. О складе\nIV. Разное', ['О смете', 'О складе', 'Разное']],
  ['• О смете\n• О складе', ['О смете', 'О складе']],
  ['О смете\nО складе', ['О смете', 'О складе']],
  ['1. О плане\n1.1 доходы\n— пояснение\n2. Разное', ['О плане; 1.1 доходы — пояснение', 'Разное']],
  ['1.1 О доходах\n1.2 О расходах', ['1.1 О доходах', '1.2 О расходах']],
  ['1. О бюджете на первое\nполугодие\n\nЖду замечаний', ['О бюджете на первое полугодие', 'Жду замечаний']],
  ['1. О смете\nДокладчик – Иванов И.И.\n2. Разное', ['О смете | Иванов И.И.', 'Разное']],
  ['О смете, докладчик Иванов И. И.', ['О смете | Иванов И. И.']],
  ['О смете (докладчик: И. И. Иванов, директор)', ['О смете | И. И. Иванов, директор']],
  ['О смете — Петрова-Кан А. Б.', ['О смете | Петрова-Кан А. Б.']],
  ['О замене докладчика на форуме', ['О замене докладчика на форуме']],
  ['О смете, докладчик не назначен', ['О смете, докладчик не назначен']],
  ['О смете (Иванов И. И.), 10 мин', ['О смете (10 мин) | Иванов И. И.']],
  ['10:00–10:20 О смете', ['О смете (10:00–10:20)']],
  ['О смете — 15 минут. Докладчик: Иванов И. И.', ['О смете (15 минут) | Иванов И. И.']],
  ['О переносе начала на 30 мин', ['О переносе начала на 30 мин']],
  ['2026 год: итоги', ['2026 год: итоги']],
  ['12. этаж, кабинет 4', ['этаж, кабинет 4']],
  ['1.', ['1.']],
  ['  \n\t\n', []],
  ['1. 😀 <b>Смета</b>\n2. אישור התקציב', ['😀 <b>Смета</b>', 'אישור התקציב']],
])('%j becomes %j', (text, expected) => {
  expect(short(text)).toEqual(expected);
});

test.each([
  ['1.\nО бюджете\n2.\nО складе', ['О бюджете', 'О складе']],
  ['1\nО бюджете\n\n2\nО складе', ['О бюджете', 'О складе']],
  ['•\nО бюджете\n•\nО складе', ['О бюджете', 'О складе']],
  ['1.\n2. О складе', ['1.', 'О складе']],
  ['1. О бюджете на\n2027', ['О бюджете на 2027']],
  ['2025. Итоги года\n2026. План', ['2025. Итоги года', '2026. План']],
])('the number in %j belongs to its line or to the next', (text, expected) => {
  expect(short(text)).toEqual(expected);
});

test('a number before a paragraph of a list point belongs to it', () => {
  expect(short('', '<ol><li><p>О бюджете</p></li><li><p>О складе</p></li></ol>')).toEqual(['О бюджете', 'О складе']);
});

test.each([
  ['1. О бюджете\nИванов И. И.\n2. О складе\nПетров Пётр Петрович', ['Иванов И. И.', 'Петров Пётр Петрович']],
  ['1. О бюджете\nИванов И. И., директор\n2. О складе\nП. П. Петров.', ['Иванов И. И., директор', 'П. П. Петров.']],
  ['1. О бюджете\nИванов И. И.\nПетров П. П.\n2. О складе', ['Иванов И. И., Петров П. П.', '']],
  ['О бюджете\n\nИванов И. И.\n\nО складе', ['Иванов И. И.', '']],
])('a line of %j that is only a name is the speaker', (text, speakers) => {
  const found = questionsIn(text);
  expect(found.map(({ title }) => title)).toEqual(['О бюджете', 'О складе']);
  expect(found.map(({ speaker }) => speaker)).toEqual(speakers);
});

test.each([
  'Добрый день, коллеги!\nПрошу рассмотреть на совещании вопросы:\n%\n\nС уважением, Иванов И. И.',
  'Уважаемые коллеги!\n\nНаправляю повестку на 4 декабря.\n\n%\n\nС уважением,\nИванов И. И.\nначальник отдела\nтел. 5-44',
  'Здравствуйте!\n%\nСпасибо!\n--\nИванов И. И.',
  'Коллеги, доброе утро. Повестка дня:\n%\nЗаранее благодарю.\nИванов',
])('greeting and signature of the mail %j are no questions', (mail) => {
  expect(short(mail.replace('%', '1. О бюджете\n2. О складе'))).toEqual(['О бюджете', 'О складе']);
});

test.each([
  ['Добрый день!\nО бюджете\nО складе\nС уважением, Иванов И. И.', ['О бюджете', 'О складе']],
  ['Прошу рассмотреть:\nО бюджете\nО складе', ['О бюджете', 'О складе']],
  ['Прошу рассмотреть премирование\nО складе', ['Прошу рассмотреть премирование', 'О складе']],
  ['1. О бюджете\nС уважением к ветеранам\n2. О складе', ['О бюджете С уважением к ветеранам', 'О складе']],
  ['1. О бюджете\nС уважением, Иванов\n2. О складе', ['О бюджете С уважением, Иванов', 'О складе']],
  ['Добрый день, коллеги!', ['Добрый день, коллеги!']],
  ['С уважением, Иванов И. И.', ['С уважением, Иванов И. И.']],
])('of %j only what surely is no question is left out', (text, expected) => {
  expect(short(text)).toEqual(expected);
});

test('no script in the pasted HTML is run', () => {
  const html = '<ol><li>О смете<script>globalThis.harm = 1</script><img src=x onerror="globalThis.harm = 1"></li></ol>';
  expect(short('', html)).toEqual(['О смете']);
  expect('harm' in globalThis).toBe(false);
});

test('no word is lost, however long and odd the text is', () => {
  const odd = [
    '('.repeat(2_000),
    'докладчик '.repeat(500),
    '1. '.repeat(500),
    `О ${'а'.repeat(20_000)}`,
    '10 мин, '.repeat(500),
  ];
  const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');
  for (const text of odd) {
    const found = questionsIn(text).map(({ title, speaker }) => title + speaker);
    expect(letters(found.join('')).length).toBe(letters(text).length);
  }
});

test.each([
  ['Иванов И. И.', 'u1', ''],
  ['И. И. Иванов, директор', 'u1', ''],
  ['Иванов И.И., и. о. директора', 'u1', 'и. о. директора'],
  ['Орлова Елена Викторовна', 'u2', ''],
  ['Елкин П.', 'u3', ''],
  ['Орлова А. А.', undefined, ''],
  ['Иванов И. И., Орлова Е. В.', undefined, ''],
  ['Ким А. А.', undefined, ''],
  ['Отдел снабжения', undefined, ''],
])('%s is the speaker %s', (words, id, rest) => {
  const members = [{ id: 'u1', name: 'Иванов Иван Ильич', position: 'Директор' }];
  const known = [
    { id: 'u2', name: 'Орлова Елена Викторовна' },
    { id: 'u3', name: 'Ёлкин Пётр Петрович' },
    { id: 'u4', name: 'Ким Анна Андреевна' },
    { id: 'u5', name: 'Ким Алла Антоновна' },
    { id: 'u6', name: 'Иванов Игорь Иванович' },
  ];
  const found = findSpeaker(words, [members, known]);
  expect(found?.id).toBe(id);
  expect(found?.rest ?? '').toBe(rest);
});
