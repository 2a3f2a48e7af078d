import { Fragment, type Node, Slice } from 'prosemirror-model';
import { EditorState, Selection, TextSelection } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import {
  type FormattedText,
  isUnformatted,
  maxOfFormatted,
  paragraphsOf,
  plainText,
} from '#contract/protocols/formatted-text.ts';
import { inOneLine } from '#src/ui/index.ts';
import type { WrittenField } from '../../editing/written-field.ts';
import { type ActiveFormats, type Format, formatOfKey } from '../formats.ts';
import { readHtml } from '../read-html.ts';
import { activeFormats, commands, linkAt, setLink } from './commands.ts';
import { blocksIn, documentOf, nodesOf, placeOfLetter } from './document.ts';
import { plugins } from './plugins.ts';
import { schema } from './schema.ts';

interface EditorOptions {
  blocks: FormattedText;
  /** Called with the whole text after each change made by the person. */
  onChange: (blocks: FormattedText) => void;
  /** Called with the formatting at the caret. */
  onActive: (active: ActiveFormats) => void;
  /** Called when a key requests the address of a link. */
  onAskLink: () => void;
}

/** Copied content in the formats of the clipboard. */
export interface Pasted {
  html: string;
  text: string;
}

/** An editor of formatted text in an element of the page. */
export interface PassageEditor {
  field: WrittenField;
  apply: (format: Format) => void;
  /** Returns the address of the link at the caret. */
  link: () => string | undefined;
  setLink: (href: string | undefined) => void;
  paste: (pasted: Pasted) => void;
  /** Selects from one letter to another; both offsets count line ends. */
  select: (from: number, to: number) => void;
  /** Shows another text, which does not count as typed by the person. */
  show: (blocks: FormattedText) => void;
  close: () => void;
}

/** Opens an editor of formatted text in an element. */
export function openEditor(element: HTMLElement, options: EditorOptions): PassageEditor {
  const view = new EditorView(
    { mount: element },
    {
      state: EditorState.create({ doc: documentOf(options.blocks), plugins: plugins() }),
      dispatchTransaction(transaction) {
        view.updateState(view.state.apply(transaction));
        if (transaction.docChanged && !transaction.getMeta('shown')) {
          options.onChange(blocksIn(view.state.doc));
          // Changes made by the editor itself are handled like typing.
          element.dispatchEvent(new InputEvent('input', { bubbles: true }));
        }
        options.onActive(activeFormats(view.state));
      },
      handleDOMEvents: {
        keydown(_, { key, ctrlKey, metaKey }) {
          readSelection(view);
          // Keys handled by the agenda item, in any of its fields; otherwise the editor would take them.
          return key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey));
        },
      },
      handleKeyDown(_, event) {
        const format = event.isComposing ? undefined : formatOfKey(event);
        if (format === 'link') options.onAskLink();
        else if (format) apply(format);
        return format !== undefined;
      },
      handlePaste(_, event) {
        const { clipboardData } = event;
        if (!clipboardData) return false;
        paste({ html: clipboardData.getData('text/html'), text: clipboardData.getData('text/plain') });
        return true;
      },
      clipboardTextSerializer: ({ content }) =>
        // Selected cells are not a whole table.
        schema.topNodeType.contentMatch.matchFragment(content)
          ? plainText(blocksIn(content))
          : content.textBetween(0, content.size, '\n'),
    },
  );

  function apply(format: Format): void {
    commands[format](view.state, view.dispatch, view);
    view.focus();
  }

  function paste({ html, text }: Pasted): void {
    const read = html === '' ? [] : readHtml(html);
    const isKept = read.length > 0 && read.length <= maxOfFormatted.blocks && !isUnformatted(read);
    const blocks = isKept ? read : paragraphsOf(text === '' ? plainText(read) : text.replace(/\r?\n$/, ''));
    const { tr } = view.state;
    // A cell holds a single line.
    if (isInTable(view.state)) tr.insertText(inOneLine(plainText(blocks)));
    else tr.replaceSelection(openSlice(nodesOf(blocks)));
    view.dispatch(tr.scrollIntoView());
  }

  const field: WrittenField = {
    text: () => view.state.doc.textContent,
    // Read from the page: the input event of a letter comes before the editor has read it.
    textBefore() {
      const selection = view.dom.ownerDocument.getSelection();
      const line = selection?.anchorNode?.parentElement?.closest('p');
      if (!selection?.anchorNode || !line || !view.dom.contains(line)) return '';
      const before = document.createRange();
      before.setStart(line, 0);
      before.setEnd(selection.anchorNode, selection.anchorOffset);
      return before.toString();
    },
    type(text, replaced) {
      const { from, to } = view.state.selection;
      view.dispatch(view.state.tr.insertText(text, from - replaced, to).scrollIntoView());
    },
    placeCaret(offset) {
      const { doc, tr } = view.state;
      view.dispatch(tr.setSelection(TextSelection.create(doc, placeOfLetter(doc, offset))));
      view.focus();
    },
    caret() {
      readSelection(view);
      return view.state.selection.empty ? view.state.selection.head : undefined;
    },
  };

  return {
    field,
    apply,
    paste,
    link: () => linkAt(view.state),
    setLink(href) {
      setLink(href)(view.state, view.dispatch);
      view.focus();
    },
    select(from, to) {
      const { doc, tr } = view.state;
      view.dispatch(tr.setSelection(TextSelection.create(doc, placeInLines(doc, from), placeInLines(doc, to))));
      view.focus();
    },
    show(blocks) {
      const { doc, tr } = view.state;
      tr.replaceWith(0, doc.content.size, documentOf(blocks).content)
        .setMeta('shown', true)
        .setMeta('addToHistory', false);
      view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)));
    },
    close: () => view.destroy(),
  };
}

/**
 * Reads the position of the caret from the page. The editor learns of it by an event that may come after the next key:
 * End and Enter, pressed while the page was busy, would replace the former selection.
 */
function readSelection(view: EditorView): void {
  const { doc, selection, tr } = view.state;
  const shown = view.dom.ownerDocument.getSelection();
  const { anchorNode, focusNode } = shown ?? {};
  const isWithin = anchorNode && focusNode && view.dom.contains(anchorNode) && view.dom.contains(focusNode);
  if (!isWithin || !shown || view.composing || !(selection instanceof TextSelection)) return;
  const anchor = view.posAtDOM(anchorNode, shown.anchorOffset);
  const head = view.posAtDOM(focusNode, shown.focusOffset);
  if (anchor === selection.anchor && head === selection.head) return;
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))));
}

/** Returns a slice that is open at its ends, so that pasted lines continue the lines around them. */
function openSlice(nodes: readonly Node[]): Slice {
  const depth = (node: Node | undefined) => (node?.isTextblock ? 1 : 0);
  return new Slice(Fragment.from(nodes), depth(nodes[0]), depth(nodes.at(-1)));
}

/**
 * Returns the position after this number of letters in a document that consists of lines only; each line end counts as
 * one.
 */
function placeInLines(doc: Node, letters: number): number {
  let left = letters;
  let found: number | undefined;
  doc.forEach((line, at) => {
    if (found === undefined && left <= line.content.size) found = at + 1 + left;
    left -= line.content.size + 1;
  });
  return found ?? doc.content.size - 1;
}
