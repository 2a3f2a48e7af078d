import { inflateSync } from 'node:zlib';

/** Operators that paint on the page. */
const painting = /(?:^|\s)(?:Tj|TJ|'|"|S|s|F|f\*?|B\*?|b\*?|Do|sh)$/;

/**
 * Returns the violations of PDF/UA-1 that can be found in a file's bytes; none for a tagged document. The file is read
 * as pdfkit writes it, with one object or operator per line, and not as any PDF.
 */
export function accessibilityFaults(file: Uint8Array): string[] {
  const bytes = Buffer.from(file);
  const objects = objectsOf(bytes);
  const catalog = [...objects.values()].find(({ text }) => /\/Type \/Catalog\b/.test(text))?.text ?? '';
  const of = (name: string) => objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(catalog)?.[1] ?? 0));
  const faults = [
    ...(/\/Lang \(/.test(catalog) ? [] : ['no language']),
    ...(of('MarkInfo')?.text.includes('/Marked true') ? [] : ['not marked as tagged']),
    ...(of('ViewerPreferences')?.text.includes('/DisplayDocTitle true') ? [] : ['the title is not shown']),
  ];
  const metadata = of('Metadata')?.data.toString() ?? '';
  if (!/<pdfuaid:part>1</.test(metadata)) faults.push('not said to be PDF/UA-1');
  if (!/<dc:title>[\s\S]*<rdf:li[^>]*>[^<]+</.test(metadata)) faults.push('no title');
  for (const [number, { text }] of objects) {
    if (/\/Type \/Page\b/.test(text)) faults.push(...pageFaults(number, text, objects));
    if (/\/Subtype \/Link\b/.test(text)) {
      if (!/\/StructParent \d/.test(text)) faults.push(`link ${number}: not in the structure`);
      if (!/\/Contents /.test(text)) faults.push(`link ${number}: not described`);
    }
    if (/\/Type \/Font\b/.test(text) && /\/Subtype \/Type0/.test(text) && !/\/ToUnicode /.test(text))
      faults.push(`font ${number}: letters without a meaning`);
    if (/\/Type \/FontDescriptor\b/.test(text) && !/\/FontFile/.test(text)) faults.push(`font ${number}: not embedded`);
  }
  return [...faults, ...structureFaults(structureOf(objects, catalog))];
}

/** Returns the alternative texts of the figures. */
export function wordsOfFigures(file: Uint8Array): string[] {
  return [...objectsOf(Buffer.from(file)).values()]
    .filter(({ text }) => /\/S \/Figure\b/.test(text))
    .map(({ text }) => {
      const written = (/\/Alt \(((?:[^\\)]|\\[\s\S])*)\)/.exec(text)?.[1] ?? '').replaceAll(/\\([\s\S])/g, '$1');
      const bytes = Buffer.from(written, 'latin1');
      return written.startsWith('\u00fe\u00ff') ? bytes.subarray(2).swap16().toString('utf16le') : written;
    });
}

type PdfObject = { text: string; data: Buffer };
type Node = { type: string; children: Node[]; scope: boolean; isDescribed: boolean };

function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const source = bytes.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const [, place] of source.slice(source.lastIndexOf('\nxref\n')).matchAll(/(\d{10}) \d{5} n/g)) {
    const from = Number(place);
    const [head = '', id = ''] = /^(\d+) 0 obj\n/.exec(source.slice(from, from + 20)) ?? [];
    const end = source.indexOf('endobj', from);
    const stream = source.indexOf('stream\n', from);
    const hasStream = stream > 0 && stream < end;
    const text = source.slice(from + head.length, hasStream ? stream : end);
    const length = Number(/\/Length (\d+)/.exec(text)?.[1] ?? 0);
    const raw = bytes.subarray(stream + 'stream\n'.length, stream + 'stream\n'.length + length);
    const data = hasStream ? (/FlateDecode/.test(text) ? inflateSync(raw) : raw) : Buffer.alloc(0);
    objects.set(Number(id), { text, data });
  }
  return objects;
}

/** Checks that everything painted belongs to the structure, or is marked as an artifact. */
function pageFaults(number: number, page: string, objects: Map<number, PdfObject>): string[] {
  const contents = objects.get(Number(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? 0));
  if (!contents) return [`page ${number}: not readable`];
  let depth = 0;
  let bare = 0;
  for (const line of contents.data.toString('latin1').split('\n')) {
    if (/(?:BDC|BMC)$/.test(line)) depth += 1;
    else if (/(?:^|\s)EMC$/.test(line)) depth -= 1;
    else if (depth === 0 && painting.test(line)) bare += 1;
  }
  const tabs = /\/Annots /.test(page) && !/\/Tabs \/S\b/.test(page);
  return [
    ...(bare > 0 ? [`page ${number}: ${bare} pieces outside of the structure`] : []),
    ...(depth === 0 ? [] : [`page ${number}: ${depth} pieces without an end`]),
    ...(/\/StructParents \d/.test(page) ? [] : [`page ${number}: not in the structure`]),
    ...(tabs ? [`page ${number}: links in no order`] : []),
  ];
}

function structureOf(objects: Map<number, PdfObject>, catalog: string): Node[] {
  const root = objects.get(Number(/\/StructTreeRoot (\d+) 0 R/.exec(catalog)?.[1] ?? 0))?.text ?? '';
  const read = (text: string): Node => ({
    type: /\/S \/(\w+)/.exec(text)?.[1] ?? '',
    scope: /\/Scope \/\w/.test(text),
    isDescribed: /\/Alt \(/.test(text) && /\/BBox \[/.test(text),
    children: kidsOf(text, objects).map(read),
  });
  return kidsOf(root, objects).map(read);
}

function kidsOf(text: string, objects: Map<number, PdfObject>): string[] {
  const [, kids = ''] = /\/K \[([\s\S]*?)\](?=\n|$)/.exec(text) ?? [];
  // The dictionaries of marked content and of links are inline.
  const refs = kids.replaceAll(/<<[\s\S]*?>>/g, '').matchAll(/(\d+) 0 R/g);
  return [...refs].flatMap(([, id]) => objects.get(Number(id))?.text ?? []);
}

function structureFaults(nodes: Node[]): string[] {
  const faults: string[] = [];
  let level = 0;
  const walk = ({ type, children, scope, isDescribed }: Node) => {
    const kinds = children.map((child) => child.type);
    const heading = Number(/^H(\d)$/.exec(type)?.[1] ?? 0);
    if (heading > level + 1) faults.push(`a heading of level ${heading} after one of ${level}`);
    level = heading || level;
    if (type === 'Figure' && !isDescribed) faults.push('a figure without words or a place');
    if (type === 'TH' && !scope) faults.push('a head of a table without a scope');
    if (type === 'L' && kinds.some((kind) => kind !== 'LI')) faults.push('a list of something else');
    if (type === 'TR' && kinds.some((kind) => kind !== 'TH' && kind !== 'TD')) faults.push('a row of something else');
    if (type === 'Table') {
      const widths = new Set(children.map((row) => row.children.length));
      if (kinds.some((kind) => kind !== 'TR') || widths.size !== 1) faults.push('a table that is no grid');
      if (children.length > 1 && !children.some((row) => row.children.some((cell) => cell.type === 'TH')))
        faults.push('a table without a head');
    }
    for (const child of children) walk(child);
  };
  for (const node of nodes) walk(node);
  if (nodes.length !== 1 || nodes[0]?.type !== 'Document' || nodes[0].children.length === 0)
    faults.push('no structure');
  if (level === 0) faults.push('no heading');
  return faults;
}
