import PizZip from 'pizzip';
import { describe, expect, test } from 'vitest';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import type { DocumentInput } from '#contract/documents/printed/document-input.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';
import { type TemplateData, templateData } from '#contract/documents/printed/template-data.ts';
import { type TemplateField, templateFields } from '#contract/documents/printed/template-fields.ts';
import { writeDocx } from '#server/modules/documents/docx-writer.ts';
import { exampleSource } from '#server/modules/documents/templates/example-source.ts';
import { paragraphTexts } from '#server/modules/documents/templates/template-places.ts';
import { writeSample } from '#server/modules/documents/templates/template-sample.ts';
import { workOnTemplate } from '#server/modules/documents/templates/template-worker.ts';
import { parseXml } from '#server/modules/documents/templates/template-xml.ts';
import { printedLines } from '#tests/support/printed-lines.ts';

const { settings } = exampleSource;
const sample = await writeSample();
const nothing: DocumentInput = { stage: 'no_video', members: [], agenda: [], tasks: [] };

/** Makes a template of these paragraphs; `parts` replaces or adds files of the archive. */
function templateOf(paragraphs: readonly string[], parts: Record<string, string | Buffer> = {}): Uint8Array {
  const zip = new PizZip(sample);
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join('');
  const xml = zip.file('word/document.xml')?.asText() ?? '';
  zip.file(
    'word/document.xml',
    xml.replace(/<w:body>.*(?=<w:sectPr)/s, () => `<w:body>${body}`),
  );
  for (const [name, content] of Object.entries(parts)) zip.file(name, content);
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE' });
}

async function problemsOf(template: Uint8Array): Promise<readonly string[]> {
  const answer = await workOnTemplate({ kind: 'check', template });
  return 'problems' in answer ? answer.problems : [];
}

async function fileOf(template: Uint8Array, input: DocumentInput): Promise<Uint8Array> {
  const answer = await workOnTemplate({ kind: 'fill', template, source: { ...exampleSource, input } });
  if (!('file' in answer)) throw new Error(answer.problems.join('\n'));
  return answer.file;
}

const partOf = (file: Uint8Array, name: string) => new PizZip(file).file(name)?.asText() ?? '';

async function filled(template: Uint8Array, input = sampleProtocol): Promise<string[]> {
  return paragraphTexts(partOf(await fileOf(template, input), 'word/document.xml'));
}

describe('the fields', () => {
  test('are those of the data, level by level, the line of a list first', () => {
    const data = templateData({ ...sampleProtocol, attachments: [{ name: 'смета.pdf', sheets: 3 }] }, settings);
    const same = (fields: readonly TemplateField[], row: TemplateData) => {
      expect(Object.keys(row)).toEqual(fields.map(({ name }) => name));
      for (const { name, fields: inner } of fields) {
        const value = row[name];
        expect(Array.isArray(value), name).toBe(inner !== undefined);
        if (inner && Array.isArray(value)) for (const each of value) same(inner, each);
      }
    };
    same(templateFields, data);
  });

  test('print the same texts as our own document', () => {
    const printed = printedLines(buildDocument(sampleProtocol, settings)).join('\n');
    const data = templateData(sampleProtocol, settings);
    const texts = (value: string | TemplateData[]): string[] =>
      typeof value === 'string' ? value.split('\n') : value.flatMap((row) => Object.values(row).flatMap(texts));
    for (const name of ['заголовок', 'дата', 'место', 'присутствовали', 'приглашённые', 'отсутствовали', 'утверждаю'])
      for (const text of texts(data[name] ?? '')) if (!/^\d+$/.test(text)) expect(printed, name).toContain(text);
    const [question] = data.вопросы as TemplateData[];
    for (const name of ['слушали', 'выступили', 'решения', 'голосование'])
      for (const text of texts(question?.[name] ?? '')) expect(printed, name).toContain(text);
  });
});

describe('a template', () => {
  test('of the sample is filled, and leaves no label without its text', async () => {
    expect(await problemsOf(sample)).toEqual([]);
    const lines = await filled(sample);
    expect(lines.join('\n')).not.toMatch(/[{}]/);
    expect(lines).toContain('Председательствующий – Иванов\u00a0С.\u00a0П., генеральный директор');
    expect(lines).toContain(
      '1.3. Орловой\u00a0Е.\u00a0В. до\u00a027.11.2026 подготовить отчёт по аренде. (запись\u00a000:14:05)',
    );
    expect(lines.filter((line) => /отчёт по аренде/i.test(line))).toHaveLength(1);
    expect(lines).toContain('Разослать протокол участникам');
    expect(await filled(sample, nothing)).toEqual(['Проект', 'ПРОТОКОЛ']);
  });

  test('of the sample leaves nothing for a question that has only its title', async () => {
    const paragraphs = async (input: DocumentInput) =>
      partOf(await fileOf(sample, input), 'word/document.xml').match(/<w:p[ >]/g)?.length ?? 0;
    const agenda = [{ id: 'a', title: 'О складе' }];
    // Its line of the agenda, and its heading.
    expect((await paragraphs({ ...nothing, agenda })) - (await paragraphs(nothing))).toBe(2);
  });

  test('gives the document its own name and author, unless the template has fields there', async () => {
    const core = partOf(await fileOf(sample, sampleProtocol), 'docProps/core.xml');
    expect(core).toContain('<dc:title>Протокол № 12 от 20.11.2026</dc:title>');
    expect(core).toContain('<dc:creator>ООО «Меридиан»</dc:creator>');
    expect(core).not.toMatch(/Un-named|Образец/);
    const own = partOf(sample, 'docProps/core.xml').replace('Образец шаблона протокола', 'Дело {номер}');
    const named = templateOf(['{номер}'], { 'docProps/core.xml': own });
    expect(partOf(await fileOf(named, sampleProtocol), 'docProps/core.xml')).toContain('<dc:title>Дело 12</dc:title>');
    const bare = own.replace(/<dc:title>.*?<\/dc:title>/, '');
    const untitled = templateOf(['{номер}'], { 'docProps/core.xml': bare });
    expect(partOf(await fileOf(untitled, sampleProtocol), 'docProps/core.xml')).toContain('Протокол № 12 от');
  });

  test('prints all days of a meeting, and the levels of a list', async () => {
    const point = (level: number, text: string) => ({ kind: 'bullet' as const, level, pieces: [{ text }] });
    const listenedBlocks = [point(0, 'Склад'), point(1, 'Крыша'), point(2, 'Смета')];
    const agenda = [{ id: 'a', title: 'О складе', listened: 'Склад', listenedBlocks }];
    const input = { ...nothing, heldAt: '2026-12-18', endedAt: '2026-12-21', agenda };
    const template = templateOf(['{дата_цифрами}', '{#вопросы}{слушали}{/вопросы}']);
    const indent = '\u00a0'.repeat(4);
    expect(await filled(template, input)).toEqual([
      '18–21.12.2026',
      `о складе. –\u00a0Склад ${indent}–\u00a0Крыша ${indent}${indent}–\u00a0Смета`,
    ]);
  });

  test('of the sample has the page of our own DOCX: margins, and numbers from the second page on', async () => {
    const own = await writeDocx(buildDocument(sampleProtocol, settings));
    const pageOf = (file: Uint8Array) => {
      const zip = new PizZip(file);
      const numbers = zip.file(/word\/header\d\.xml/).map((header) => header.asText().includes('PAGE'));
      return [/<w:pgMar[^>]*>/.exec(zip.file('word/document.xml')?.asText() ?? '')?.[0], numbers];
    };
    expect(pageOf(sample)).toEqual(pageOf(own));
    expect(pageOf(sample)).toEqual([expect.stringContaining('w:right="566"'), [true, false]]);
  });

  test('accepts names in any case, with «е» and spaces, a list in one place, and inverted sections', async () => {
    const template = templateOf([
      '{Приглашенные} {Дата Цифрами}',
      '{^есть_приложения}Без приложений{/есть_приложения}',
      '{#ВОПРОСЫ}{номер}:{#решения} {номер}{/решения}; {место}{/ВОПРОСЫ}',
    ]);
    expect(await problemsOf(template)).toEqual([]);
    expect(await filled(template)).toEqual([
      'Смирнов\u00a0П.\u00a0– аудитор, АО «Аудит-Контроль» 20.11.2026',
      'Без приложений',
      '1: 1.1. 1.2. 1.3.; Москва, переговорная 42: 2.1.; Москва, переговорная 4',
    ]);
  });

  test('finds a field that Word has cut into pieces', async () => {
    const [first, last] = ['{но', 'мер} от '].map((text) => `<w:t xml:space="preserve">${text}</w:t></w:r>`);
    const cut = templateOf([
      `№ </w:t></w:r><w:r><w:rPr><w:b/></w:rPr>${first}<w:proofErr w:type="spellStart"/><w:r>${last}<w:r><w:t>{дата}`,
    ]);
    expect(await problemsOf(cut)).toEqual([]);
    expect(await filled(cut)).toEqual(['№ 12 от 20\u00a0ноября\u00a02026\u00a0г.']);
  });

  test('keeps bold and italic words in the look of the template, lists and tables as lines', async () => {
    const pieces = [
      { text: 'Решение ' },
      { text: 'срочное', bold: true },
      { text: ' и ' },
      { text: 'важное', bold: true, italic: true },
    ];
    const listenedBlocks = [
      { kind: 'paragraph' as const, pieces },
      { kind: 'number' as const, level: 0, pieces: [{ text: 'первый' }] },
      { kind: 'table' as const, rows: [[[{ text: 'склад' }], [{ text: '12' }]]] },
    ];
    const input = { ...nothing, agenda: [{ id: 'a', title: 'О складе', listened: 'Решение', listenedBlocks }] };
    const red = '<w:rFonts w:ascii="Arial"/><w:color w:val="FF0000"/>';
    const template = templateOf([`</w:t></w:r><w:r><w:rPr>${red}</w:rPr><w:t>{#вопросы}{слушали}{/вопросы}`]);
    expect(await filled(template, input)).toEqual(['о складе. Решение срочное и важное 1.\u00a0первый склад | 12']);
    const answer = await workOnTemplate({ kind: 'fill', template, source: { ...exampleSource, input } });
    const xml = 'file' in answer ? new PizZip(answer.file).file('word/document.xml')?.asText() : '';
    const look = (inner: string) => `<w:rPr><w:rFonts w:ascii="Arial"/>${inner}<w:color w:val="FF0000"/></w:rPr>`;
    expect(xml).toContain(`${look('<w:b/>')}<w:t xml:space="preserve">срочное</w:t>`);
    expect(xml).toContain(`${look('<w:b/><w:i/>')}<w:t xml:space="preserve">важное</w:t>`);
    expect(xml).not.toMatch(/[\ufdd0-\ufdd3]/);
  });

  test('stays a whole document when its formatting was changed with tracking on', async () => {
    const change = '<w:rPrChange w:id="1" w:author="А" w:date="2026-01-01T00:00:00Z"><w:rPr/></w:rPrChange>';
    const template = templateOf([`</w:t></w:r><w:r><w:rPr><w:b/>${change}</w:rPr><w:t>{#вопросы}{слушали}{/вопросы}`]);
    expect(await problemsOf(template)).toEqual([]);
    const input = { ...nothing, agenda: [{ id: 'a', title: 'О складе', listened: 'Первое.\nВторое.' }] };
    const answer = await workOnTemplate({ kind: 'fill', template, source: { ...exampleSource, input } });
    const part = 'file' in answer && new PizZip(answer.file).file('word/document.xml')?.asUint8Array();
    expect(parseXml(part || new Uint8Array()).documentElement?.textContent).toContain('Первое.');
  });

  test('prints long and strange texts as they are', async () => {
    const title = `О смете <b>&amp;</b> ${'очень '.repeat(1_700)}длинной\u0001 {номер}`;
    const members = Array.from({ length: 200 }, (_, index) => ({ name: `Иванов${index} Пётр Ильич` }));
    const agenda = [{ id: 'a', title }];
    const lines = await filled(
      templateOf(['{#присутствовали}', '{человек}', '{/присутствовали}', '{#вопросы}{вопрос}{/вопросы}']),
      {
        ...{ ...nothing, members, agenda },
      },
    );
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe(title.replace('\u0001', ''));
  });
});

describe('a template with wrong fields reports:', () => {
  const part = `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t>{шапка}</w:t></w:r></w:p></w:hdr>`;
  test.each([
    [['Протокол', '№ {протколь}'], ['Неизвестное поле {протколь}\u00a0— абзац 2: «№ {протколь}»']],
    [['{номре}'], ['Неизвестное поле {номре}\u00a0— абзац 1; похоже на {номер}']],
    [
      ['{constructor} {__proto__}'],
      [
        'Неизвестное поле {constructor}\u00a0— абзац 1: «{constructor} {__proto__}»',
        'Неизвестное поле {__proto__}\u00a0— абзац 1: «{constructor} {__proto__}»',
      ],
    ],
    [['{решение}'], ['Поле {решение} бывает только внутри {#решения}…{/решения}\u00a0— абзац 1']],
    [
      ['{#вопросы}{#присутствовали}{/присутствовали}{/вопросы}'],
      [
        'Список {#присутствовали} стоит внутри другого списка, вынесите его наружу\u00a0— абзац 1: «{#вопросы}{#присутствовали}{/присутствовали}{/вопросы}»',
      ],
    ],
    [['{#вопросы}'], ['Список не закрыт: {#вопросы}\u00a0— абзац 1. Добавьте в его конце {/вопросы}']],
    [['{/вопросы}'], ['Закрыт список, который не начат: {/вопросы}\u00a0— абзац 1']],
    [['{#вопросы}{/решения}'], ['Список {#вопросы} закрыт как {/решения}\u00a0— абзац 1: «{#вопросы}{/решения}»']],
    [['№ {номер', 'от {дата}'], ['Скобка не закрыта: {номер\u00a0— абзац 1: «№ {номер»']],
    [['номер}'], ['Лишняя закрывающая скобка: номер}\u00a0— абзац 1']],
    [['{{номер}}'], ['Скобки стоят по две, нужна одна: {{номе\u00a0— абзац 1: «{{номер}}»']],
    [['{@номер}'], ['Поля со знаком @ не принимаются: {@номер}\u00a0— абзац 1']],
    [['{номер + 1}'], ['Неизвестное поле {номер + 1}\u00a0— абзац 1']],
    [
      ['Просто текст'],
      ['В файле нет ни одного поля: впишите их в фигурных скобках, например {номер}, или начните с образца'],
    ],
  ])('%j', async (paragraphs, problems) => {
    expect(await problemsOf(templateOf(paragraphs))).toEqual(problems);
  });

  test('a field in a header', async () => {
    const type =
      '<Override PartName="/word/header9.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/>';
    const types = new PizZip(sample).file('[Content_Types].xml')?.asText().replace('</Types>', `${type}</Types>`) ?? '';
    const template = templateOf(['{номер}'], { 'word/header9.xml': part, '[Content_Types].xml': types });
    expect(await problemsOf(template)).toEqual(['Неизвестное поле {шапка}\u00a0— верхний колонтитул, абзац 1']);
  });

  test('more than 1 000 fields', async () => {
    const template = templateOf(Array.from({ length: 600 }, () => '{номер} {дата}'));
    expect(await problemsOf(template)).toEqual(['В шаблоне больше 1\u00a0000 полей: уберите лишние']);
  });

  test('the first 20 of many mistakes', async () => {
    const problems = await problemsOf(templateOf(Array.from({ length: 50 }, (_, index) => `{ошибка${index}}`)));
    expect([problems.length, problems.at(-1)]).toEqual([21, 'И ещё ошибок: 30']);
  });
});

describe('refused as template:', () => {
  const rel = (kind: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}" TargetMode="External"/></Relationships>`;
  const rels = 'word/_rels/header9.xml.rels';
  const ns = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  test.each([
    ['a text', Buffer.from('Протокол'), /не файл DOCX/],
    ['an old document', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /старом формате DOC или защищён паролем/],
    ['another archive', new PizZip().file('a.txt', 'x').generate({ type: 'uint8array' }), /не файл DOCX/],
    ['a broken archive', sample.subarray(0, 3_000), /не файл DOCX/],
    ['with macros', templateOf(['{номер}'], { 'word/vbaProject.bin': 'x' }), /есть макросы/],
    ['with an object', templateOf(['{номер}'], { 'word/embeddings/oleObject1.bin': 'x' }), /вставленные объекты/],
    [
      'with a far picture',
      templateOf(['{номер}'], { [rels]: rel('image', 'http://a.example/x.png') }),
      /на файл вне документа \(«http:\/\/a.example\/x.png»\)/,
    ],
    [
      'with a far script',
      templateOf(['{номер}'], { [rels]: rel('hyperlink', 'file:///C:/x.exe') }),
      /на файл вне документа/,
    ],
    ['with entities', templateOf(['{номер}'], { 'word/a.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }), /не файл DOCX/],
    [
      'that starts programs',
      templateOf(['{номер}'], {
        'word/a.xml': `<a ${w}><w:fldChar w:fldCharType="begin"/><w:instrText>DDE</w:instrText><w:instrText>AUTO c:\\x</w:instrText></a>`,
      }),
      /поле Word DDEAUTO/,
    ],
    [
      'a bomb',
      templateOf(['{номер}'], { 'word/media/a.png': Buffer.alloc(70 * 1024 ** 2) }),
      /слишком большой документ/,
    ],
    [
      'of very many files',
      templateOf(['{номер}'], Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`a${index}`, 'x']))),
      /слишком большой документ/,
    ],
  ])('%s', async (_what, template, words) => {
    expect(await problemsOf(template)).toEqual([expect.stringMatching(words)]);
  });

  /** Spellings of the same XML, each of which Word reads as the plain one. */
  const image = 'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"';
  const far = (attributes: string) => `<Relationships ${ns}><Relationship Id="r9" ${attributes}/></Relationships>`;
  test.each([
    ['single quotes', rels, far(`${image} Target='http://a.example/x.png' TargetMode='External'`)],
    ['spaces', rels, far(`${image} Target = "http://a.example/x.png" TargetMode = "External"`)],
    ['a character reference', rels, far(`${image} Target="http://a.example/x.png" TargetMode="Exter&#110;al"`)],
    ['a greater-than sign', rels, far(`Id="a>b" ${image} Target="http://a.example/x.png" TargetMode="External"`)],
    ['no mode', rels, far(`${image} Target="//a.example/x.png"`)],
    [
      'a prefix',
      rels,
      `<p:Relationships ${ns.replace('xmlns', 'xmlns:p')}><p:Relationship Id="r9" ${image} Target="http://a.example/x.png" TargetMode="External"/></p:Relationships>`,
    ],
    ['capitals', rels.toUpperCase(), far(`${image} Target="http://a.example/x.png" TargetMode="External"`)],
    ['a command in single quotes', 'word/a.xml', `<w:fldSimple ${w} w:instr='INCLUDETEXT "http://a.example"'/>`],
    [
      'a command around another field',
      'word/a.xml',
      `<a ${w}><w:fldChar w:fldCharType='begin'/><w:instrText>INCLUDE</w:instrText><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="separate"/><w:fldChar w:fldCharType="end"/><w:instrText>TEXT "http://a.example"</w:instrText></a>`,
    ],
    ['a picture of VML', 'word/a.xml', '<v:imagedata xmlns:v="urn:v" src="http://a.example/x.png"/>'],
    ['UTF-16', rels, Buffer.from(`\ufeff${far(`${image} Target="http://a.example/x.png"`)}`, 'utf16le')],
    ['another encoding', rels, `<?xml version="1.0" encoding="utf-7"?>${far(image)}`],
    ['an entity', rels, `<!DOCTYPE a [<!ENTITY b "External">]>${far(`${image} Target="x" TargetMode="&b;"`)}`],
    ['what is no XML', 'word/a.xml', '<a><b></a>'],
  ])('disguised by %s', async (_what, name, content) => {
    expect(await problemsOf(templateOf(['{номер}'], { [name]: content }))).toHaveLength(1);
  });

  test('with a part whose name does not end in .xml', async () => {
    const types = new PizZip(sample).file('[Content_Types].xml')?.asText() ?? '';
    const type =
      '<Override PartName="/word/header9.dat" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/>';
    const template = templateOf(['{номер}'], { '[Content_Types].xml': types.replace('</Types>', `${type}</Types>`) });
    expect(await problemsOf(template)).toEqual([expect.stringContaining('не файл DOCX')]);
  });

  test('but a hyperlink and an attached template are accepted; the latter is removed', async () => {
    const links = 'word/_rels/settings.xml.rels';
    const template = templateOf(['{номер}'], {
      [links]: rel('attachedTemplate', 'file:///C:/Normal.dotm').replaceAll('"', "'"),
      'word/settings.xml': `<w:settings ${w} xmlns:r="urn:r"><w:attachedTemplate r:id='r9'></w:attachedTemplate><w:zoom w:percent="90"/></w:settings>`,
      [rels]: rel('hyperlink', 'https://a.example/?a=1&amp;b=2'),
    });
    const answer = await workOnTemplate({ kind: 'fill', template, source: exampleSource });
    const read = (name: string) => ('file' in answer && new PizZip(answer.file).file(name)?.asText()) || '';
    expect(read(links)).not.toContain('Normal');
    expect(read('word/settings.xml')).not.toContain('attachedTemplate');
    expect(read('word/settings.xml')).toContain('w:percent="90"');
    expect(read(rels)).toContain('https://a.example/?a=1&amp;b=2');
  });
});
