import { useLayoutEffect, useRef } from 'react';
import { UploadItem } from '#src/features/queue/index.ts';
import type { UploadView } from '#src/sync/index.ts';
import { focusWhenLost } from '#src/ui/index.ts';
import styles from './video-card.module.css';

/**
 * An upload; when it ends or is cancelled, the focus moves to the next control of the recording, such as the file
 * picker.
 */
export function UploadSection({ upload }: { upload: UploadView }) {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const own = section.current;
    const card = own?.parentElement;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      focusWhenLost(() => card?.querySelector<HTMLElement>('input, button') ?? document.querySelector('h1'));
    };
  }, []);
  return (
    <section ref={section} className={styles.section} aria-label="Загрузка видео" data-form="upload">
      <UploadItem upload={upload} />
    </section>
  );
}
