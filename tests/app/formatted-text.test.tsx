import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FormattedText as Blocks } from '#contract/protocols/formatted-text.ts';
import { FormattedText } from '#src/features/protocol/passages/formatted-text.tsx';

const words = (text: string) => [{ text }];

test('a formatted text is rendered as paragraphs, lists, tables and links', () => {
  const blocks: Blocks = [
    { kind: 'paragraph', pieces: [{ text: 'Расходы ' }, { text: 'выросли', bold: true, italic: true }] },
    { kind: 'number', level: 0, pieces: words('аренда') },
    { kind: 'bullet', level: 1, pieces: words('второй склад') },
    {
      kind: 'table',
      rows: [
        [words('Статья'), words('Сумма')],
        [words('Аренда'), []],
      ],
    },
    { kind: 'paragraph', pieces: [{ text: 'смета', link: 'https://example.ru/' }] },
  ];
  render(<FormattedText blocks={blocks} />);
  expect(screen.getByText('выросли').closest('strong')).toBeInTheDocument();
  const [outer] = screen.getAllByRole('list');
  expect(within(outer as HTMLElement).getAllByRole('listitem')).toHaveLength(2);
  expect(within(screen.getByRole('table')).getAllByRole('cell')).toHaveLength(2);
  const heads = within(screen.getByRole('table')).getAllByRole('columnheader');
  expect(heads.map((head) => [head.textContent, head.getAttribute('scope')])).toEqual([
    ['Статья', 'col'],
    ['Сумма', 'col'],
  ]);
  const link = screen.getByRole('link', { name: 'смета' });
  expect(link).toHaveAttribute('href', 'https://example.ru/');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('a table of one row has no head', () => {
  render(<FormattedText blocks={[{ kind: 'table', rows: [[words('Статья'), words('Сумма')]] }]} />);
  expect(screen.getAllByRole('cell')).toHaveLength(2);
});

test('a link that is no web or mail address becomes plain text', () => {
  render(<FormattedText blocks={[{ kind: 'paragraph', pieces: [{ text: 'ой', link: 'javascript:alert(1)' }] }]} />);
  expect(screen.getByText('ой')).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
