import { type ComponentProps, type CSSProperties, lazy, Suspense } from 'react';
import styles from './attachments.module.css';

const AttachmentList = lazy(async () => ({ default: (await import('./attachment-list.tsx')).AttachmentList }));

/** A list of files, whose code is loaded by whoever has any; nothing where there are none. */
export function LazyAttachmentList(props: ComponentProps<typeof AttachmentList>) {
  const { length } = props.attachments;
  if (length === 0) return null;
  // What stands below keeps its place when they come.
  const room = <div className={styles.coming} style={{ '--files': length } as CSSProperties} />;
  return (
    <Suspense fallback={room}>
      <AttachmentList {...props} />
    </Suspense>
  );
}
