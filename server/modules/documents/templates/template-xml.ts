import { DOMParser, type Document, type Element } from '@xmldom/xmldom';
import { notDocx, refuse } from './template-problems.ts';

/**
 * An element with its name and attributes without prefixes, attribute names in lower case, so that different spellings
 * compare equal.
 */
export type PartElement = { element: Element; name: string; attributes: ReadonlyMap<string, string> };

/**
 * Parses a part as Word does, so that the checks see what Word reads. Throws a TemplateRefusal if it is not
 * well-formed, has a DOCTYPE (which could define entities), or is not UTF-8.
 */
export function parseXml(bytes: Uint8Array): Document {
  let parsed: Document;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    parsed = new DOMParser({ onError: stopAtErrors }).parseFromString(text, 'text/xml');
  } catch {
    return refuse(notDocx);
  }
  const encoding = /^\s*version\s*=.*\bencoding\s*=\s*["']([^"']*)/s.exec(declarationOf(parsed))?.[1] ?? 'utf-8';
  if (parsed.doctype || !/^(utf-8|us-ascii)$/i.test(encoding)) refuse(notDocx);
  return parsed;
}

function stopAtErrors(level: 'error' | 'fatalError' | 'warning', message: string): void {
  if (level !== 'warning') throw new Error(message);
}

function declarationOf({ firstChild }: Document): string {
  return firstChild?.nodeName === 'xml' ? (firstChild.nodeValue ?? '') : '';
}

/** Yields all elements of a document in document order. */
export function* elementsOf(document: Document): Generator<PartElement> {
  let node: Node | null = document.documentElement;
  while (node) {
    const next: Node | null = node.firstChild ?? nextBeside(node);
    if (isElement(node)) yield partElement(node);
    node = next;
  }
}

type Node = NonNullable<Document['firstChild']>;

function nextBeside(node: Node): Node | null {
  let at: Node | null = node;
  while (at && !at.nextSibling) at = at.parentNode as Node | null;
  return at?.nextSibling ?? null;
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

function partElement(element: Element): PartElement {
  const attributes = Array.from(element.attributes, ({ localName, name, value }) => {
    return [(localName ?? name).toLowerCase(), value] as const;
  });
  return { element, name: element.localName ?? element.tagName, attributes: new Map(attributes) };
}
