import FileWarning from 'lucide-react/icons/file-warning';
import Printer from 'lucide-react/icons/printer';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Protocol } from '#contract/protocol.ts';
import { Banner, Button, layout, WideDialog } from '#src/ui/index.ts';
import { type DeviceDocument, useDeviceDocument } from './device-document.ts';
import styles from './document-view.module.css';
import { PrintedDocument } from './printed-document.tsx';

/** `print`: it goes to the printer at once; `paper`: the browser is printing already. */
export type ViewPurpose = 'read' | 'print' | 'paper';

interface DocumentViewProps {
  protocol: Protocol;
  purpose: ViewPurpose;
  onClose: () => void;
}

/**
 * The protocol as a document: its pages to look at, and what stands on paper in place of the screen. It is made of what the
 * device has; what is missing is told before it is printed.
 */
export function DocumentView({ protocol, purpose, onClose }: DocumentViewProps) {
  const made = useDeviceDocument(protocol);
  const [isShown, show] = useState(purpose === 'read');
  usePaperTitle(made.model.title);
  const print = useEffectEvent(() => {
    if (made.missing.length > 0) return show(true);
    window.print();
    onClose();
  });
  const isDue = purpose === 'print' && !made.isComing;
  useEffect(() => {
    if (isDue) print();
  }, [isDue]);
  return (
    <>
      {isShown ? <PageView made={made} onClose={onClose} /> : null}
      {createPortal(
        <div className={styles.paper} data-paper>
          <PrintedDocument model={made.model} />
        </div>,
        document.body,
      )}
    </>
  );
}

function PageView({ made: { model, missing }, onClose }: { made: DeviceDocument; onClose: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const zoom = usePageZoom(frame);
  return (
    <WideDialog title={model.title} onClose={onClose}>
      <div className={layout.stack(3)}>
        {missing.length > 0 ? (
          <Banner icon={FileWarning} title="В документе не всё.">
            На этом устройстве нет того, что есть на сервере: {missing.join(', ')}. Можно напечатать и так.
          </Banner>
        ) : null}
        <div>
          <Button icon={Printer} variant="primary" onClick={() => window.print()}>
            Напечатать
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keys */}
        <section ref={frame} className={styles.frame} aria-label="Страницы документа" tabIndex={0}>
          <div className={styles.pages} style={{ zoom }}>
            <PrintedDocument model={model} />
          </div>
        </section>
      </div>
    </WideDialog>
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
