import encodeQR from 'qr';
import styles from './printed-document.module.css';

/** The code that leads to the protocol, as large as in the PDF. */
export function QrCode({ link }: { link: string }) {
  const picture = encodeQR(link, 'svg', { ecc: 'medium' });
  return (
    <img className={styles.qrCode} src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt={`QR-код: ${link}`} />
  );
}
