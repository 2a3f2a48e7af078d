// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { isUnformatted, isWellFormed, plainText } from '#contract/protocols/formatted-text.ts';
import { readHtml } from './read-html.ts';

const wordPoint = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
  style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`;

describe('what is pasted', () => {
  test('keeps bold, italic and links, and nothing else', () => {
    const html = `<style>p{color:red}</style><h2>Смета</h2><p class="MsoNormal" style="color:red">Расходы
      <b style='mso-bidi-font-weight:normal'>выросли <i>сильно</i></b>, см. <a href="https://example.org/x" onclick="alert(1)">отчёт</a>
      и <a href="javascript:alert(1)">это</a><script>alert(2)</script><img src=x onerror=alert(3)></p>`;
    expect(readHtml(html)).toEqual([
      { kind: 'paragraph', pieces: [{ text: 'Смета', bold: true }] },
      {
        kind: 'paragraph',
        pieces: [
          { text: 'Расходы ' },
          { text: 'выросли ', bold: true },
          { text: 'сильно', bold: true, italic: true },
          { text: ', см. ' },
          { text: 'отчёт', link: 'https://example.org/x' },
          { text: ' и это' },
        ],
      },
    ]);
  });

  test('is plain where Google wraps it in bold with a normal weight', () => {
    const html =
      '<b style="font-weight:normal;" id="docs-internal"><p><span style="font-weight:400">Раз</span></p><p>Два</p></b>';
    expect(isUnformatted(readHtml(html))).toBe(true);
    expect(plainText(readHtml(html))).toBe('Раз\nДва');
  });

  test.each([
    ['pre', '<pre>Коллеги,\nсмета <b>выросла</b>\r\n\nсм. <a href="https://example.org/x">отчёт</a>\nИванов</pre>'],
    [
      'pre-wrap',
      '<div style="color:red; white-space: pre-wrap"><span>Коллеги,\nсмета <b>выросла\n</b>\nсм. <a href="https://example.org/x">отчёт</a>\nИванов</span></div>',
    ],
    [
      'the collapse of Chrome',
      '<span style="white-space-collapse: preserve;">Коллеги,\nсмета <b>выросла</b>\nсм. <a href="https://example.org/x">отчёт</a>\nИванов</span>',
    ],
  ])('keeps the lines of a plain mail with a link or a bold word: %s', (_, html) => {
    expect(plainText(readHtml(html))).toBe('Коллеги,\nсмета выросла\nсм. отчёт\nИванов');
    expect(isUnformatted(readHtml(html))).toBe(false);
  });

  test('has no lines of its source where these are not shown', () => {
    const html =
      '<pre><div style="white-space:normal"><b>Раз</b>\nдва</div></pre><p style="white-space: nowrap">три\nчетыре</p>';
    expect(plainText(readHtml(html))).toBe('Раз два\nтри четыре');
    expect(plainText(readHtml('<ul><li style="white-space: pre-wrap">пять\nшесть</li></ul>'))).toBe('– пять шесть');
  });

  test('keeps the lists of a page, of Google and of Word alike', () => {
    const page = '<ol><li>Первое<ul><li><p>внутри</p></li></ul></li><li>Второе<br>и дальше</li></ol>';
    const word = wordPoint(1, '1.', 'Первое') + wordPoint(2, '·', 'внутри') + wordPoint(1, '2.', 'Второе и дальше');
    expect(readHtml(page)).toEqual([
      { kind: 'number', level: 0, pieces: [{ text: 'Первое' }] },
      { kind: 'bullet', level: 1, pieces: [{ text: 'внутри' }] },
      { kind: 'number', level: 0, pieces: [{ text: 'Второе и дальше' }] },
    ]);
    expect(readHtml(word)).toEqual(readHtml(page));
  });

  test.each([
    [
      'a list of Word over several levels',
      wordPoint(1, '1.', 'Доходы') +
        wordPoint(2, '1.1.', 'налоги') +
        '<p>Итого</p>' +
        wordPoint(1, '2.', 'Расходы') +
        wordPoint(2, '2.1.', 'зарплата, см. п. 1.1'),
      '1. Доходы\n1.1. налоги\nИтого\n2. Расходы\n2.1. зарплата, см. п. 1.1',
    ],
    ['a list that goes on', '<ol><li>а</li></ol><p>далее</p><ol start="2"><li>б</li></ol>', '1. а\nдалее\n2. б'],
    ['a point with a number of its own', '<ol><li>а</li><li value="5">б</li><li>в</li></ol>', '1. а\n5. б\n6. в'],
    ['letters', '<ol type="a"><li>раз</li><li>два</li></ol>', 'a. раз\nb. два'],
    ['letters of Word', wordPoint(1, 'а)', 'раз') + wordPoint(1, 'б)', 'два'), 'а) раз\nб) два'],
    ['Roman figures', '<ol type="I" start="4"><li>раз</li></ol>', 'IV. раз'],
    ['two lists in a row', '<ol><li>а</li><li>б</li></ol><ol><li>в</li></ol>', '1. а\n2. б\n1. в'],
    [
      'numbers of Word in a table',
      `<table><tr><td>${wordPoint(1, '1.', '')}</td><td>Бумага</td></tr></table>`,
      '1.\tБумага',
    ],
    ['an empty point between', '<ol><li>а</li><li></li><li>в</li></ol>', '1. а\n3. в'],
    ['brackets, counted alike', wordPoint(1, '1)', 'раз') + wordPoint(1, '2)', 'два'), '1. раз\n2. два'],
  ])('keeps the visible numbers: %s', (_, html, text) => {
    expect(isWellFormed(readHtml(html))).toBe(true);
    expect(plainText(readHtml(html))).toBe(text);
  });

  test('keeps a table of Excel, each cell in its column', () => {
    const html = `<table><tr><td colspan=2>Статья</td><td>2027</td></tr><tr><td rowspan=2>Бумага</td><td>А4</td><td><p>10</p><p>000</p></td></tr>
      <tr><td>А3</td><td>5</td></tr><tr><td></td><td> </td><td></td></tr></table>`;
    const [table] = readHtml(html);
    expect(table).toEqual({
      kind: 'table',
      rows: [
        [[{ text: 'Статья' }], [], [{ text: '2027' }]],
        [[{ text: 'Бумага' }], [{ text: 'А4' }], [{ text: '10 000' }]],
        [[], [{ text: 'А3' }], [{ text: '5' }]],
      ],
    });
  });

  test('turns a table of 500 rows into lines with tabs, all of them', () => {
    const rows = Array.from({ length: 500 }, (_, index) => `<tr><td>${index}</td><td>сумма</td></tr>`);
    const blocks = readHtml(`<table>${rows.join('')}</table>`);
    expect(isWellFormed(blocks)).toBe(true);
    expect(plainText(blocks).split('\n')[499]).toBe('499\tсумма');
    expect(isUnformatted(blocks)).toBe(true);
  });

  test.each([
    ['emoji and text from right to left', '<p>Итог 👩‍👩‍👧 <b>שלום</b></p>', 'Итог 👩‍👩‍👧 שלום'],
    ['a list without its list', '<li>одно</li>', '– одно'],
    ['lists as deep as nobody reads', `${'<ul><li>'.repeat(40)}глубоко${'</li></ul>'.repeat(40)}`, '    – глубоко'],
    [
      'a table in a table',
      '<table><tr><td><table><tr><td>а</td><td>б</td></tr></table></td><td>в</td></tr></table>',
      'а б\tв',
    ],
    ['a mail in a table of one cell', '<table><tr><td><p>Раз</p><ul><li>два</li></ul></td></tr></table>', 'Раз\n– два'],
    ['nothing', '<html><body><!--StartFragment--><!--EndFragment--></body></html>', ''],
  ])('reads %s', (_, html, text) => {
    expect(isWellFormed(readHtml(html))).toBe(true);
    expect(plainText(readHtml(html))).toBe(text);
  });
});
