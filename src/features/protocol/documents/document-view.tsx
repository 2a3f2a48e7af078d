import FileWarning from 'lucide-react/icons/file-warning';
import Printer from 'lucide-react/icons/printer';
import encodeQR from 'qr';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DocumentModel } from '#contract/documents/printed/document-model.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { Banner, Button, layout, WideDialog } from '#src/ui/index.ts';
import { type DeviceDocument, useDeviceDocument, useServerParts } from './device-document.ts';
import { DocumentPages, PaperDocument } from './document-pages.tsx';
import styles from './printed-document.module.css';

/** `print`: print at once. */
export type ViewPurpose = 'read' | 'print';

interface DocumentViewProps {
  protocol: Protocol;
  purpose: ViewPurpose;
  onClose: () => void;
}

/**
 * The protocol as a document: a preview of its pages, and the version for paper. It is made of the data on this device;
 * what is missing is shown before printing.
 */
export function DocumentView({ protocol, purpose, onClose }: DocumentViewProps) {
  const made = useDeviceDocument(protocol);
  const [isShown, show] = useState(purpose === 'read');
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
      <PaperDocument model={made.model} code={codeOf(made.model)} />
    </>
  );
}

/**
 * Prints the document instead of the screen when the browser prints by its own command. Until then it only reads what
 * the document needs from the server, since that print waits for nothing.
 */
export function PrintFromMenu({ protocol }: { protocol: Protocol }) {
  const [isPrinting, setPrinting] = useState(false);
  useServerParts(protocol);
  useEffect(() => {
    // The browser prints the page as it is when this returns.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting ? <MenuPaper protocol={protocol} /> : null;
}

function MenuPaper({ protocol }: { protocol: Protocol }) {
  const { model, missing } = useDeviceDocument(protocol);
  const note = missing.length > 0 ? `В документе не всё. ${lackOf(missing)}.` : undefined;
  return <PaperDocument model={model} code={codeOf(model)} note={note} />;
}

const lackOf = (missing: readonly string[]) =>
  `На этом устройстве нет того, что есть на сервере: ${missing.join(', ')}`;

function PageView({ made: { model, missing }, onClose }: { made: DeviceDocument; onClose: () => void }) {
  return (
    <WideDialog title={model.title} onClose={onClose}>
      <div className={layout.stack(3)}>
        {missing.length > 0 ? (
          <Banner icon={FileWarning} title="В документе не всё.">
            {lackOf(missing)}. Можно напечатать и так.
          </Banner>
        ) : null}
        <div>
          <Button icon={Printer} variant="primary" onClick={() => window.print()}>
            Напечатать
          </Button>
        </div>
        <DocumentPages model={model} code={codeOf(model)} />
      </div>
    </WideDialog>
  );
}

// Part of this chunk: one of its own might still be loading when the printer takes the page.
const codeOf = ({ qrCode }: DocumentModel) => (qrCode ? <QrCode link={qrCode} /> : undefined);

/**
 * QR code with the link to the protocol, in the size of the PDF. Inline SVG: a picture would be decoded after the page.
 */
function QrCode({ link }: { link: string }) {
  const rows = encodeQR(link, 'raw', { ecc: 'medium' });
  const dark = rows.flatMap((cells, y) => cells.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className={styles.qrCode}
      role="img"
      aria-label={`QR-код: ${link}`}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} />
    </svg>
  );
}
