import { createRequire } from 'node:module';

/** Role of a piece of the document for screen readers: a node of the structure tree (PDF/UA-1). */
export type Tag = {
  type: 'H1' | 'H2' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Table' | 'TR' | 'TH' | 'TD';
  parent?: Tag;
  /** Created together with the parent, in this order, so that an empty cell also belongs to its row. */
  children?: Tag[];
};

type Element = { add(child: unknown): Element; end(): void };
type Pdf = {
  page: { dictionary: { data: Record<string, unknown> } };
  struct(type: string, options?: { scope?: string; alt?: string; bbox?: number[] }): Element;
  addStructure(element: Element): void;
  markStructureContent(type: string): unknown;
  markContent(type: 'Artifact', options?: { type: string }): void;
  endMarkedContent(): void;
  text(text: string, x: number, y: number, options: { link?: string | null | undefined }): unknown;
  link(x: number, y: number, width: number, height: number, url: string, options?: object): unknown;
};
type Line = { tag?: Tag | undefined; inlines: object };
/** A shape of a figure; the first one carries the alternative text. */
type Vector = { x: number; y: number; w: number; h: number; alt?: string; isLast?: boolean };
type Builder = {
  buildNextLine(node: { tag?: Tag }): Line | null;
  processQr(node: { alt?: string; _canvas: Vector[] }): void;
};
type Renderer = {
  pdfDocument: Pdf;
  renderPages(pages: unknown[]): void;
  renderLine(line: Line, x: number, y: number): void;
  renderVector(vector: Vector): void;
};

/** Creates a tag and makes it the parent of the given children. */
export function tagOf(type: Tag['type'], children?: Tag[]): Tag {
  const tag: Tag = { type, ...(children && { children }) };
  for (const child of children ?? []) child.parent = tag;
  return tag;
}

/**
 * Makes pdfmake write the structure of a document: text nodes carry a `tag`, a QR code an `alt`; everything else (page
 * numbers, lines of tables) becomes an artifact. By itself pdfmake marks nothing, though pdfkit can (renderLine in
 * pdfmake/src/Renderer.js; pinned, and tested).
 */
export function writeTags(): void {
  const require = createRequire(import.meta.url);
  const { prototype } = (require('pdfmake/js/Renderer.js') as { default: { prototype: Renderer } }).default;
  const builder = (require('pdfmake/js/LayoutBuilder.js') as { default: { prototype: Builder } }).default.prototype;
  const { buildNextLine, processQr } = builder;
  builder.buildNextLine = function (node) {
    const line = buildNextLine.call(this, node);
    if (line) line.tag = node.tag;
    return line;
  };
  builder.processQr = function (node) {
    const [first, last] = [node._canvas[0], node._canvas.at(-1)];
    if (first && last && node.alt) {
      first.alt = node.alt;
      last.isLast = true;
    }
    processQr.call(this, node);
  };
  const { renderPages, renderLine, renderVector } = prototype;
  const trees = new WeakMap<Pdf, StructureTree>();
  prototype.renderPages = function (pages) {
    trees.set(this.pdfDocument, new StructureTree(this.pdfDocument));
    renderPages.call(this, pages);
  };
  /**
   * Lines already written. Copies of a table's header row on later pages share its inlines and are not read aloud
   * again.
   */
  const written = new WeakSet<object>();
  prototype.renderLine = function (line, x, y) {
    const write = () => renderLine.call(this, line, x, y);
    const tree = trees.get(this.pdfDocument);
    const isAgain = written.has(line.inlines);
    written.add(line.inlines);
    if (tree && line.tag && !isAgain) tree.write(line.tag, write);
    else asArtifact(this.pdfDocument, { type: 'Pagination' }, write);
  };
  prototype.renderVector = function (vector) {
    const draw = () => renderVector.call(this, vector);
    if (!trees.get(this.pdfDocument)?.draw(vector, draw)) asArtifact(this.pdfDocument, undefined, draw);
  };
}

function asArtifact(pdf: Pdf, kind: { type: string } | undefined, write: () => void): void {
  pdf.markContent('Artifact', kind);
  write();
  pdf.endMarkedContent();
}

/** The structure elements of one document, created in the order in which their first words are written. */
class StructureTree {
  readonly #pdf: Pdf;
  readonly #root: Element;
  readonly #elements = new Map<Tag, Element>();
  #open: { type: string; element: Element } | undefined;
  #isInFigure = false;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    this.#root = pdf.struct('Document');
    pdf.addStructure(this.#root);
    const { text } = pdf;
    pdf.text = (words, x, y, options) => {
      const write = () => text.call(pdf, words, x, y, options);
      return !options.link || !this.#open ? write() : this.#writeLink(options.link, write);
    };
  }

  write(tag: Tag, write: () => void): void {
    this.#open = { type: tag.type, element: this.#elementOf(tag) };
    // Tab moves between links in the order of the structure.
    this.#pdf.page.dictionary.data.Tabs = 'S';
    this.#mark(this.#open);
    write();
    this.#pdf.endMarkedContent();
    this.#open = undefined;
  }

  /**
   * Draws a shape as part of the current figure, which is one element from its first shape to the last; returns false
   * outside figures.
   */
  draw({ x, y, w, h, alt, isLast }: Vector, draw: () => void): boolean {
    if (alt) {
      const figure = this.#pdf.struct('Figure', { alt, bbox: [x, y, x + w, y + h] });
      this.#root.add(figure);
      this.#mark({ type: 'Figure', element: figure });
      this.#isInFigure = true;
    }
    if (!this.#isInFigure) return false;
    draw();
    if (isLast) {
      this.#pdf.endMarkedContent();
      this.#isInFigure = false;
    }
    return true;
  }

  /** Writes the words of a link as an element of their own, together with the clickable area. */
  #writeLink(url: string, write: () => unknown): unknown {
    const around = this.#open;
    if (!around) return write();
    const pdf = this.#pdf;
    pdf.endMarkedContent();
    const element = pdf.struct('Link');
    around.element.add(element);
    const { link } = pdf;
    pdf.link = (x, y, width, height, address) =>
      link.call(pdf, x, y, width, height, address, { structParent: element, Contents: new String(url) });
    this.#mark({ type: 'Link', element });
    const written = write();
    pdf.endMarkedContent();
    pdf.link = link;
    // Ended here, since pdfkit assigns the link to the page that is current at that time.
    element.end();
    this.#mark(around);
    return written;
  }

  #mark({ type, element }: { type: string; element: Element }): void {
    element.add(this.#pdf.markStructureContent(type));
  }

  #elementOf(tag: Tag): Element {
    const known = this.#elements.get(tag);
    if (known) return known;
    // Creating a parent also creates its children.
    if (tag.parent && !this.#elements.has(tag.parent)) {
      this.#elementOf(tag.parent);
      return this.#elements.get(tag) ?? this.#make(tag, this.#root);
    }
    return this.#make(tag, (tag.parent && this.#elements.get(tag.parent)) ?? this.#root);
  }

  #make(tag: Tag, parent: Element): Element {
    const element = this.#pdf.struct(tag.type, tag.type === 'TH' ? { scope: 'Column' } : {});
    this.#elements.set(tag, element);
    parent.add(element);
    for (const child of tag.children ?? []) this.#make(child, element);
    return element;
  }
}
