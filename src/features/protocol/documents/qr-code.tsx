import encodeQR from 'qr';
import styles from './printed-document.module.css';

/**
 * QR code with the link to the protocol, in the size of the PDF. Inline SVG: a picture would be decoded after the page.
 */
export function QrCode({ link }: { link: string }) {
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
