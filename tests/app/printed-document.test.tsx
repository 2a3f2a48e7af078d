import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Block, paragraph } from '#contract/documents/printed/document-model.ts';
import styles from '#src/features/protocol/documents/printed-document.module.css';
import { PrintedDocument } from '#src/features/protocol/documents/printed-document.tsx';

const page = (...blocks: Block[]) =>
  render(
    <PrintedDocument
      model={{ title: '', fileName: '', asciiFileName: '', organization: '', firstNumber: 1, blocks }}
    />,
  );
const cells = (...texts: string[]) => texts.map((text) => [{ text }]);
const rows = [cells('Статья', 'Сумма'), cells('Аренда', '500')];

test.each([{ hasHead: true }, { isSigned: true }])(
  'a table with a head (%j) repeats it on each printed page',
  (head) => {
    page({ kind: 'table', shares: [0.5, 0.5], rows, ...head });
    const [first, second] = screen.getAllByRole('rowgroup');
    expect(first?.tagName).toBe('THEAD');
    const heads = within(first as HTMLElement).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Статья', 'Сумма']);
    expect(within(second as HTMLElement).getAllByRole('cell')).toHaveLength(2);
  },
);

test('a table without a head of its own has column headers, which are not repeated', () => {
  page({ kind: 'table', shares: [0.5, 0.5], rows });
  expect(screen.getAllByRole('rowgroup')).toHaveLength(1);
  expect(screen.getAllByRole('columnheader')).toHaveLength(2);
});

test('the last rows of a table stay on the page of the signatures below it', () => {
  page({ kind: 'table', shares: [0.5, 0.5], rows, keepNext: true });
  expect(screen.getByRole('table')).toHaveClass(styles.keepNext ?? '');
});

test('signatures stay on the page of what follows, as in an extract', () => {
  page(
    { kind: 'signatures', rows: [{ role: 'Секретарь', name: 'А. А. Петрова' }], keepNext: true },
    paragraph('person', 'Подлинник'),
  );
  expect(screen.getByText('Секретарь').parentElement?.parentElement).toHaveClass(styles.keepNext ?? '');
});
