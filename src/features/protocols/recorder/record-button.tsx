import Mic from 'lucide-react/icons/mic';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { recordingHindrance } from '#src/lib/media/recording-hindrance.ts';
import styles from './record-button.module.css';

const RecorderDialog = lazy(async () => ({ default: (await import('./recorder-dialog.tsx')).RecorderDialog }));

/** «Записать»: from camera or microphone straight into the queue. Where this page cannot, it says why. */
export function RecordButton({ protocolId, size }: { protocolId: string; size?: 'small' }) {
  const [open, setOpen] = useState(false);
  const hindrance = recordingHindrance();
  const note = useId();
  return (
    <>
      <Button
        icon={Mic}
        {...(size ? { size } : {})}
        onClick={hindrance ? undefined : () => setOpen(true)}
        {...(hindrance ? { 'aria-disabled': true, 'aria-describedby': note } : {})}
      >
        Записать
      </Button>
      {hindrance ? (
        <p id={note} className={styles.hindrance}>
          {hindrance}
        </p>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <RecorderDialog protocolId={protocolId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
