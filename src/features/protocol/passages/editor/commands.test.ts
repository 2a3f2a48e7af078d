import { Fragment, Slice } from 'prosemirror-model';
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { expect, test } from 'vitest';
import {
  type FormattedText,
  isWellFormed,
  maxOfFormatted,
  paragraphsOf,
  plainText,
} from '#contract/protocols/formatted-text.ts';
import { activeFormats, commands, linkAt, setLink } from './commands.ts';
import { blocksIn, documentOf, nodesOf, placeOfLetter } from './document.ts';
import { plugins } from './plugins.ts';

function written(blocks: FormattedText, from: number, to = from): EditorState {
  const doc = documentOf(blocks);
  const selection = TextSelection.create(doc, placeOfLetter(doc, from), placeOfLetter(doc, to));
  return EditorState.create({ doc, selection, plugins: plugins() });
}

function after(state: EditorState, ...asked: (typeof commands)['bold'][]): EditorState {
  let now = state;
  for (const command of asked) command(now, (transaction) => (now = now.apply(transaction)), undefined);
  return now;
}

const lines = (state: EditorState) => plainText(blocksIn(state.doc));

test('selected words become bold, and plain again', () => {
  const state = after(written(paragraphsOf('Расходы выросли'), 0, 7), commands.bold);
  expect(blocksIn(state.doc)).toEqual([
    { kind: 'paragraph', pieces: [{ text: 'Расходы', bold: true }, { text: ' выросли' }] },
  ]);
  expect(activeFormats(state)).toEqual(new Set(['bold']));
  expect(blocksIn(after(state, commands.bold).doc)).toEqual(paragraphsOf('Расходы выросли'));
});

test('selected lines become points, points of the other kind, and lines again', () => {
  const state = written(paragraphsOf('раз\nдва'), 0, 6);
  expect(lines(after(state, commands.number))).toBe('1. раз\n2. два');
  expect(lines(after(state, commands.number, commands.bullet))).toBe('– раз\n– два');
  expect(lines(after(state, commands.number, commands.number))).toBe('раз\nдва');
});

test('a table is inserted below its line, and a line below the table', () => {
  const state = after(written(paragraphsOf('Смета'), 5), commands.table);
  expect(state.doc.children.map(({ type }) => type.name)).toEqual(['paragraph', 'table', 'paragraph']);
  expect(activeFormats(state)).toEqual(new Set(['table']));
  expect(lines(after(state, commands['add-row'], commands['delete-column']))).toBe('Смета\n\t\n\t\n\t\n\t');
  expect(lines(after(state, commands['delete-table']))).toBe('Смета\n');
});

test('a table grows to at most 50 rows and 12 columns', () => {
  const grow = Array.from({ length: maxOfFormatted.rows + 5 }, () => [
    commands['add-row'],
    commands['add-column'],
  ]).flat();
  const [, table] = blocksIn(after(written(paragraphsOf('Смета'), 5), commands.table, ...grow).doc);
  expect(isWellFormed([table])).toBe(true);
  expect(table?.kind === 'table' && [table.rows.length, table.rows[0]?.length]).toEqual([50, 12]);
});

test('a link is set on the selection, changed from inside of it, and removed', () => {
  const linked = after(written(paragraphsOf('см. отчёт'), 4, 9), setLink('https://example.org'));
  expect(linkAt(linked)).toBe('https://example.org');
  const inside = linked.apply(linked.tr.setSelection(TextSelection.create(linked.doc, 7)));
  const changed = after(inside, setLink('https://example.org/2027'));
  expect(blocksIn(changed.doc)).toEqual([
    { kind: 'paragraph', pieces: [{ text: 'см. ' }, { text: 'отчёт', link: 'https://example.org/2027' }] },
  ]);
  expect(blocksIn(after(changed, setLink(undefined)).doc)).toEqual(paragraphsOf('см. отчёт'));
  expect(lines(after(written(paragraphsOf('см. '), 4), setLink('mailto:a@example.org')))).toBe('см. a@example.org');
});

const points = (...levels: number[]): FormattedText =>
  levels.map((level, index) => ({ kind: 'bullet', level, pieces: [{ text: 'абвгд'.charAt(index) }] }));
const pasted = (state: EditorState, blocks: FormattedText) =>
  state.apply(state.tr.replaceSelection(new Slice(Fragment.from(nodesOf(blocks)), 0, 0)));

test('Tab moves no point deeper whose deepest point would leave the levels that are kept', () => {
  const press = (state: EditorState) => {
    let now = state;
    const view = {
      state,
      dispatch: (transaction: Transaction) => (now = now.apply(transaction)),
    } as unknown as EditorView;
    const event = { key: 'Tab' } as KeyboardEvent;
    const isHandled = plugins().some((each) => each.props.handleKeyDown?.call(each, view, event));
    return { isHandled, lines: lines(now) };
  };
  expect(press(written(points(0, 0, 1, 2), 2))).toEqual({ isHandled: true, lines: '– а\n– б\n  – в\n    – г' });
  expect(press(written(points(0, 0, 1), 2))).toEqual({ isHandled: true, lines: '– а\n  – б\n    – в' });
  expect(press(written(points(0, 1, 2, 2), 4))).toEqual({ isHandled: true, lines: '– а\n  – б\n    – в\n    – г' });
  expect(press(written(points(0), 1)).isHandled).toBe(false);
});

test('points pasted into a deep point stay within the levels that are kept, in their order', () => {
  const list: FormattedText = points(0, 1, 2, 1).map((each) => ({ ...each, kind: 'number' }) as FormattedText[number]);
  const state = pasted(written(points(0, 1, 2), 3), list);
  expect(blocksIn(state.doc).map((each) => ('level' in each ? each.level : -1))).toEqual([0, 1, 2, 2, 2, 2, 2]);
  expect(state.doc.textContent).toBe('абвабвг');
  expect(isWellFormed(blocksIn(state.doc))).toBe(true);
  // The caret stays behind what was pasted.
  expect(state.selection.$from.parent.textContent).toBe('г');
});
