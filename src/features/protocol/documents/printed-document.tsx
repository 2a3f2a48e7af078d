import type { ReactNode } from 'react';
import type {
  Block,
  DocumentModel,
  Paragraph,
  ParagraphStyle,
  Requisites,
  Run,
  SignatureFrame,
  Signatures,
  TextTable,
} from '#contract/documents/printed/document-model.ts';
import { classNames } from '#src/ui/index.ts';
import styles from './printed-document.module.css';

interface PrintedDocumentProps {
  model: DocumentModel;
  /** QR code as an inline picture: printing does not wait for anything that is still loading. */
  code?: ReactNode;
}

/** The document as on paper, in the layout of the PDF. */
export function PrintedDocument({ model, code }: PrintedDocumentProps) {
  return (
    <div className={styles.document} lang="ru">
      {model.blocks.map((block, index) => (
        // Blocks have no ids, and the list is always rendered as a whole.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <PrintedBlock key={index} block={block} />
      ))}
      {code}
    </div>
  );
}

function PrintedBlock({ block }: { block: Block }) {
  if (block.kind === 'requisites') return <RequisitesRow row={block} />;
  if (block.kind === 'signatures') return <SignatureRows {...block} />;
  if (block.kind === 'frame') return <Frame {...block} />;
  return block.kind === 'table' ? <CellTable {...block} /> : <Text paragraph={block} />;
}

const headings: Partial<Record<ParagraphStyle, 'h3' | 'h4'>> = {
  title: 'h3',
  heading: 'h4',
  item: 'h4',
  annexTitle: 'h4',
};

function Text({ paragraph: { style, runs, number, keepNext, pageBreakBefore } }: { paragraph: Paragraph }) {
  const Tag = headings[style] ?? 'p';
  const looks = classNames(
    styles[style],
    keepNext ? styles.keepNext : undefined,
    pageBreakBefore ? styles.newPage : undefined,
    style === 'listPoint' ? styles[`level${number?.level ?? 0}`] : undefined,
  );
  const label = number ? `${number.label}\u00a0` : '';
  return (
    <Tag className={looks}>
      {style === 'item' ? <b>{label}</b> : label}
      <Runs runs={runs} />
    </Tag>
  );
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return runs.map(({ text, bold, italic, small, link }, index) => {
    let words: ReactNode = text;
    if (small) words = <small>{words}</small>;
    if (bold) words = <b>{words}</b>;
    if (italic) words = <i>{words}</i>;
    if (link) words = <u>{words}</u>;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no names
    return <span key={index}>{words}</span>;
  });
}

function RequisitesRow({ row: { date, place, number } }: { row: Requisites }) {
  return (
    <div className={styles.requisites}>
      <span>{date}</span>
      <span>{place}</span>
      <span>{number}</span>
    </div>
  );
}

/** The mark of an electronic signature. */
function Frame({ title, lines }: SignatureFrame) {
  return (
    <div className={styles.frame}>
      {title.map((line) => (
        <b key={line}>{line}</b>
      ))}
      {lines.map((line) => (
        <small key={line}>{line}</small>
      ))}
    </div>
  );
}

function SignatureRows({ rows, isMarked = false, keepNext }: Signatures) {
  return (
    <div className={classNames(styles.signatures, keepNext ? styles.keepNext : undefined)}>
      {rows.map(({ role, name }) => (
        <div key={role} className={styles.signature}>
          <span>{role}</span>
          <span className={isMarked ? undefined : styles.line} />
          <span>{name}</span>
        </div>
      ))}
    </div>
  );
}

function CellTable({ rows, shares, hasHead, isSigned, keepNext }: TextTable) {
  const [first = [], ...others] = rows;
  const head = <CellRow cells={first} isHead={others.length > 0} />;
  // The browser repeats a `thead` on each page.
  const isRepeated = others.length > 0 && (hasHead || isSigned);
  return (
    <table className={classNames(styles.table, keepNext ? styles.keepNext : undefined)}>
      <colgroup>
        {shares.map((share, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no names
          <col key={index} style={{ width: `${share * 100}%` }} />
        ))}
      </colgroup>
      {isRepeated ? <thead>{head}</thead> : null}
      <tbody>
        {isRepeated ? null : head}
        {others.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
          <CellRow key={row} cells={cells} />
        ))}
      </tbody>
    </table>
  );
}

function CellRow({ cells, isHead = false }: { cells: readonly Run[][]; isHead?: boolean }) {
  const Cell = isHead ? 'th' : 'td';
  return (
    <tr>
      {cells.map((runs, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no names
        <Cell key={column} {...(isHead && { scope: 'col' })}>
          <Runs runs={runs} />
        </Cell>
      ))}
    </tr>
  );
}
