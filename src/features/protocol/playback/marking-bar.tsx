import { lazy, Suspense, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useRecordingNow } from '#src/data/recording/index.ts';

const MarkingKeys = lazy(async () => ({ default: (await import('./marking-keys.tsx')).MarkingKeys }));

interface MarkingBarProps {
  protocol: Pick<Protocol, 'id' | 'agenda'>;
  /** Id of the agenda item that is being edited. */
  openId: string | undefined;
}

/**
 * «Сейчас этот вопрос» and «Отметка» while a recording of the protocol runs, in this tab or another; otherwise nothing,
 * except that the words of a mark can be finished after the recording ends.
 */
export function MarkingBar(props: MarkingBarProps) {
  const isRunning = useRecordingNow(props.protocol.id) !== undefined;
  const [isWriting, setWriting] = useState(false);
  return isRunning || isWriting ? (
    <Suspense fallback={null}>
      <MarkingKeys {...props} isRunning={isRunning} onWriting={setWriting} />
    </Suspense>
  ) : null;
}
