import { lazy, Suspense, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { useRecordingNow } from '#src/data/recording/index.ts';

const MarkingKeys = lazy(async () => ({ default: (await import('./marking-keys.tsx')).MarkingKeys }));

interface MarkingBarProps {
  protocol: Pick<Protocol, 'id' | 'agenda'>;
  /** The question that is written in. */
  openId: string | undefined;
}

/**
 * «Сейчас этот вопрос» and «Отметка» while a recording of the protocol runs, in this tab or another; nothing else, but for
 * the words of a mark that are being written when it ends.
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
