import ClipboardPaste from 'lucide-react/icons/clipboard-paste';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button, focusWhenLost } from '#src/ui/index.ts';
import styles from './agenda-section.module.css';

const loadDialog = () => import('./insert-dialog.tsx');
const InsertDialog = lazy(async () => ({ default: (await loadDialog()).InsertDialog }));

/** «Вставить повестку»: adds questions from Word, Excel or a mail after the existing ones; the history can undo it. */
export function InsertAgenda({ onAnnounce }: { onAnnounce: (words: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    focusWhenLost(() => button.current);
  };
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        icon={ClipboardPaste}
        className={styles.open}
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
        onClick={() => setOpen(true)}
      >
        <span className={styles.label}>
          Вставить <span className={styles.object}>повестку</span>
        </span>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <InsertDialog
            onClose={close}
            onInserted={(words) => {
              onAnnounce(words);
              close();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
