import { type ComponentProps, type CSSProperties, lazy, Suspense } from 'react';
import styles from './attachments.module.css';

const AttachmentList = lazy(async () => ({ default: (await import('./attachment-list.tsx')).AttachmentList }));

/** List of files, loaded lazily; nothing where there are no files. */
export function LazyAttachmentList(props: ComponentProps<typeof AttachmentList>) {
  const { length } = props.attachments;
  if (length === 0) return null;
  // Keeps the room of the list, so that nothing below it moves.
  const room = <div className={styles.coming} style={{ '--files': length } as CSSProperties} />;
  return (
    <Suspense fallback={room}>
      <AttachmentList {...props} />
    </Suspense>
  );
}
