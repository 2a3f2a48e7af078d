import { Schema } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';
import { isSafeLink } from '#contract/protocols/formatted-text.ts';

/**
 * Schema of a formatted text in edit mode: the subset of contract/protocols/formatted-text.ts. Anything else that is pasted or
 * dragged in is dropped. The elements are those of `FormattedText`, so that nothing moves when editing begins.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', { dir: 'auto' }, 0],
    },
    text: { group: 'inline' },
    bullet: { content: 'point+', group: 'block list', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    number: { content: 'point+', group: 'block list', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
    point: { content: 'paragraph list*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    ...tableNodes({ tableGroup: 'block', cellContent: 'paragraph', cellAttributes: {} }),
  },
  marks: {
    link: {
      attrs: { href: { validate: 'string' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = element.getAttribute('href') ?? '';
            return isSafeLink(href) ? { href } : false;
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs.href, rel: 'noopener noreferrer' }, 0],
    },
    bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  },
});

export const { paragraph, bullet, number, point, table, table_row: tableRow, table_cell: tableCell } = schema.nodes;
export const { bold, italic, link } = schema.marks;
