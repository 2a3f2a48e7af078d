import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DocumentModel } from '#contract/documents/printed/document-model.ts';
import styles from './document-view.module.css';
import { PrintedDocument } from './printed-document.tsx';

interface DocumentProps {
  model: DocumentModel;
  code?: ReactNode;
}

/** Preview of a document's pages, scaled to the available width. */
export function DocumentPages({ model, code }: DocumentProps) {
  const frame = useRef<HTMLDivElement>(null);
  const zoom = usePageZoom(frame);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keys
    <section ref={frame} className={styles.frame} aria-label="Страницы документа" tabIndex={0}>
      <div className={styles.pages} style={{ zoom }}>
        <PrintedDocument model={model} code={code} />
      </div>
    </section>
  );
}

/** Document printed in place of the screen, also when the browser prints from its own menu; a note is printed above it. */
export function PaperDocument({ model, code, note }: DocumentProps & { note?: string | undefined }) {
  usePaperTitle(model.title);
  return createPortal(
    <div className={styles.paper} data-paper>
      {note ? <p className={styles.note}>{note}</p> : null}
      <PrintedDocument model={model} code={code} />
    </div>,
    document.body,
  );
}

/** Width of A4 in pixels at 96 pixels per inch. */
const pageWidth = 794;

/** Returns the factor that scales a page to the width of the frame. */
function usePageZoom(frame: RefObject<HTMLElement | null>): number {
  const [zoom, setZoom] = useState(1);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const resize = () => setZoom(Math.min(1, element.clientWidth / pageWidth || 1));
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return zoom;
}

/** Sets the title of the page to that of the document, which is the default file name when printing to a file. */
function usePaperTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
