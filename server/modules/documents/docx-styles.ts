import {
  AlignmentType,
  type IParagraphStyleOptions,
  LevelFormat,
  LevelSuffix,
  LineRuleType,
  convertMillimetersToTwip as mm,
} from 'docx';
import type { ListNumber, ParagraphStyle } from '#contract/documents/printed/document-model.ts';
import { firstLine, fontSize, lineHeight, listIndent } from './page-layout.ts';

type Look = Omit<IParagraphStyleOptions, 'id'>;

/** Font sizes are in half points and lengths in twips, the units of the format. */
const half = (points: number) => points * 2;
const points = (value: number) => value * 20;

const indented = { alignment: AlignmentType.JUSTIFIED, indent: { firstLine: mm(firstLine) } };
const black = '000000';

/**
 * Style ids by paragraph style. Headings use the word processor's own styles, so that its outline and table of contents
 * work.
 */
export const styleIds: Record<ParagraphStyle, string> = {
  mark: 'ProtocolMark',
  approval: 'ProtocolApproval',
  approvalDate: 'ProtocolApprovalDate',
  organization: 'ProtocolOrganization',
  title: 'Title',
  subtitle: 'Subtitle',
  person: 'ProtocolPerson',
  heading: 'Heading1',
  agenda: 'ProtocolAgenda',
  agendaNote: 'ProtocolNote',
  item: 'Heading2',
  body: 'ProtocolBody',
  label: 'ProtocolLabel',
  peopleLabel: 'ProtocolPerson',
  listPoint: 'ProtocolListPoint',
  point: 'ProtocolPoint',
  pointNote: 'ProtocolNote',
  annexNote: 'ProtocolAnnexNote',
  annexMark: 'ProtocolMark',
  annexTitle: 'ProtocolAnnexTitle',
  certified: 'ProtocolCertified',
};

const centred = { alignment: AlignmentType.CENTER };

const participant = { name: 'Участник', paragraph: { spacing: { after: points(3) } } };

const looks: Record<ParagraphStyle, Look & { name: string }> = {
  mark: { name: 'Отметка', paragraph: { alignment: AlignmentType.RIGHT, spacing: { after: points(12) } } },
  approval: { name: 'Утверждение', paragraph: { indent: { left: mm(95) }, spacing: { after: points(3) } } },
  approvalDate: { name: 'Дата утверждения', paragraph: { indent: { left: mm(95) }, spacing: { after: points(16) } } },
  organization: { name: 'Организация', paragraph: centred, run: { bold: true } },
  title: {
    name: 'Title',
    paragraph: { ...centred, spacing: { before: points(18), after: points(2) } },
    run: { bold: true, size: half(fontSize.title), color: black },
  },
  subtitle: { name: 'Subtitle', paragraph: centred, run: { bold: true, color: black } },
  person: participant,
  heading: {
    name: 'heading 1',
    paragraph: { keepNext: true, outlineLevel: 0, spacing: { before: points(14), after: points(6) } },
    run: { bold: true, size: half(fontSize.text), color: black },
  },
  agenda: { name: 'Вопрос повестки', paragraph: { ...indented, spacing: { after: points(3) } } },
  agendaNote: { name: 'Продолжение', paragraph: { ...indented, spacing: { after: points(4) } } },
  item: {
    name: 'heading 2',
    paragraph: { ...indented, keepNext: true, outlineLevel: 1, spacing: { before: points(14), after: points(4) } },
    run: { size: half(fontSize.text), color: black },
  },
  body: { name: 'Текст протокола', paragraph: { ...indented, spacing: { after: points(4) } } },
  label: {
    name: 'Раздел',
    paragraph: { ...indented, keepNext: true, spacing: { before: points(4), after: points(4) } },
  },
  peopleLabel: participant,
  listPoint: { name: 'Пункт списка', paragraph: { alignment: AlignmentType.JUSTIFIED, spacing: { after: points(3) } } },
  point: { name: 'Решение', paragraph: { ...indented, spacing: { after: points(4) } } },
  pointNote: { name: 'Продолжение', paragraph: { ...indented, spacing: { after: points(4) } } },
  annexNote: { name: 'Отметка о приложении', paragraph: { spacing: { before: points(14) } } },
  annexMark: { name: 'Отметка', paragraph: { alignment: AlignmentType.RIGHT, spacing: { after: points(12) } } },
  annexTitle: {
    name: 'Заголовок приложения',
    paragraph: { ...centred, keepNext: true, spacing: { before: points(6), after: points(10) } },
    run: { bold: true },
  },
  certified: { name: 'Заверение', paragraph: { keepNext: true, spacing: { before: points(18), after: points(4) } } },
};

const entries = Object.entries(looks) as [ParagraphStyle, Look & { name: string }][];
const builtIn: ParagraphStyle[] = ['title', 'heading', 'item'];

/** Each style of this module once, though two styles of the model may share one; Word's own styles are below. */
export const paragraphStyles: IParagraphStyleOptions[] = [
  ...new Map(
    entries
      .filter(([style]) => !builtIn.includes(style))
      .map(([style, look]) => [
        styleIds[style],
        { id: styleIds[style], basedOn: 'Normal', quickFormat: true, ...look },
      ]),
  ).values(),
];

const defaultRun = { font: 'Times New Roman', size: half(fontSize.text), language: { value: 'ru-RU' } };
/** LibreOffice ignores a line height without its rule. */
const defaultParagraph = { spacing: { line: Math.round(240 * lineHeight), lineRule: LineRuleType.AUTO, after: 0 } };

export const defaultStyles = {
  document: { run: defaultRun, paragraph: defaultParagraph },
  title: looks.title,
  heading1: looks.heading,
  heading2: looks.item,
};

const level = (index: number, text: string, bold: boolean, start: number) => ({
  level: index,
  start,
  format: LevelFormat.DECIMAL,
  text,
  alignment: AlignmentType.LEFT,
  suffix: LevelSuffix.SPACE,
  style: { paragraph: { indent: { left: 0, firstLine: mm(firstLine) } }, run: { bold } },
});

const levels = [0, 1, 2];

/** Levels of a list whose mark hangs to the left of the lines. */
const textLevel = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: (index: number) => string) =>
  levels.map((index) => ({
    level: index,
    start: 1,
    format,
    text: text(index),
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: mm(firstLine + index * listIndent), hanging: mm(listIndent) } } },
  }));

/** Returns lists that the word processor numbers itself: a point inserted between two others gets its number. */
export function numbering(firstNumber: number) {
  const questions = ['agenda', 'minutes'];
  return {
    config: [
      ...(['agenda', 'minutes', 'tasks', 'annex'] satisfies ListNumber['list'][]).map((reference) => ({
        reference,
        levels: [
          level(0, '%1.', reference === 'minutes', questions.includes(reference) ? firstNumber : 1),
          level(1, '%1.%2.', false, 1),
          level(2, '%1.%2.%3.', false, 1),
        ],
      })),
      { reference: 'bullets', levels: textLevel(LevelFormat.BULLET, () => '–') },
      { reference: 'numbers', levels: textLevel(LevelFormat.DECIMAL, (index) => `%${index + 1}.`) },
    ],
  };
}
