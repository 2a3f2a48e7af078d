import { type ComponentType, createElement, Fragment, memo, type ReactNode, useMemo } from 'react';
import { type FormattedText as Blocks, isSafeLink, type Piece } from '#contract/protocols/formatted-text.ts';
import styles from './formatted-text.module.css';
import { type NestedBlock, type NestedList, type NestedPoint, nestedBlocks } from './nested-blocks.ts';

/** Class for the lines of a formatted text, in read and edit mode. */
export const formattedStyle = styles.formatted;

/** A formatted text in read mode. */
export const FormattedText = memo(function FormattedText({ blocks }: { blocks: Blocks }) {
  const nested = useMemo(() => nestedBlocks(blocks), [blocks]);
  return inOrder(Block, nested);
});

/** Renders parts of a read-only text, which never move, so that they need no keys. */
function inOrder<Part>(component: ComponentType<{ part: Part }>, parts: readonly Part[]): ReactNode {
  return createElement(Fragment, null, ...parts.map((part) => createElement(component, { part })));
}

function Block({ part }: { part: NestedBlock }) {
  if (part.kind === 'list') return <List part={part} />;
  if (part.kind === 'paragraph') return <Line part={part.pieces} />;
  const [first = [], ...rows] = part.rows;
  return (
    <table>
      <tbody>
        <tr>{inOrder(rows.length > 0 ? HeadCell : Cell, first)}</tr>
        {inOrder(Row, rows)}
      </tbody>
    </table>
  );
}

function Row({ part }: { part: Piece[][] }) {
  return <tr>{inOrder(Cell, part)}</tr>;
}

/** The first row is the head, as in the tags of the PDF. */
function HeadCell({ part }: { part: Piece[] }) {
  return (
    <th scope="col">
      <Line part={part} />
    </th>
  );
}

function Cell({ part }: { part: Piece[] }) {
  return (
    <td>
      <Line part={part} />
    </td>
  );
}

function List({ part: { isNumbered, points } }: { part: NestedList }) {
  const Tag = isNumbered ? 'ol' : 'ul';
  return <Tag>{inOrder(Point, points)}</Tag>;
}

function Point({ part: { pieces, lists } }: { part: NestedPoint }) {
  return (
    <li>
      <Line part={pieces} />
      {inOrder(List, lists)}
    </li>
  );
}

function Line({ part }: { part: Piece[] }) {
  return <p dir="auto">{part.length === 0 ? <br /> : inOrder(Words, part)}</p>;
}

function Words({ part: { text, bold, italic, link } }: { part: Piece }) {
  const slanted = italic ? <em>{text}</em> : text;
  const words = bold ? <strong>{slanted}</strong> : slanted;
  if (link === undefined || !isSafeLink(link)) return words;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}
