import Mic from 'lucide-react/icons/mic';
import { lazy, Suspense, useId, useState } from 'react';
import type { Video } from '#contract/recordings/recording.ts';
import { recordingHindrance } from '#src/data/recording/index.ts';
import { Button } from '#src/ui/index.ts';
import styles from './record-button.module.css';

// Everything is loaded at once: during a recording nothing must be fetched that may no longer be available.
const RecorderDialog = lazy(async () => {
  const parts = [
    import('./recorder-dialog.tsx'),
    import('./recorder-panel.tsx'),
    import('./left-recording.tsx'),
  ] as const;
  return { default: (await Promise.all(parts))[0].RecorderDialog };
});

interface RecordButtonProps {
  protocolId: string;
  /** Recording that the protocol already has. */
  replaces?: Video | undefined;
  size?: 'small';
}

/** «Записать»: records from camera or microphone straight into the queue, or says why this page cannot. */
export function RecordButton({ protocolId, replaces, size }: RecordButtonProps) {
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
          <RecorderDialog protocolId={protocolId} replaces={replaces} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
