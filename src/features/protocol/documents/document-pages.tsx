import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DocumentModel } from '#contract/printed/document-model.ts';
import styles from './document-view.module.css';
import { PrintedDocument } from './printed-document.tsx';

interface DocumentProps {
  model: DocumentModel;
  code?: ReactNode;
}

/** The pages of a document to look at, as wide as there is room for. */
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

/** What stands on paper in place of the screen, also where the browser prints by its own menu. */
export function PaperDocument({ model, code }: DocumentProps) {
  usePaperTitle(model.title);
  return createPortal(
    <div className={styles.paper} data-paper>
      <PrintedDocument model={model} code={code} />
    </div>,
    document.body,
  );
}

/** A4 at 96 pixels to the inch. */
const pageWidth = 794;

/** How much a page is made smaller to fit into the frame. */
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

/** Whoever prints into a file gets the name of the document for it. */
function usePaperTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
