import { lazy, Suspense } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { useRecordingNow } from '#src/data/recording/index.ts';

const MarkingKeys = lazy(async () => ({ default: (await import('./marking-keys.tsx')).MarkingKeys }));

interface MarkingBarProps {
  protocol: Pick<Protocol, 'id' | 'agenda'>;
  /** The question that is written in. */
  openId: string | undefined;
}

/** «Сейчас этот вопрос» and «Отметка» while a recording of the protocol runs, in this tab or another; nothing else. */
export function MarkingBar(props: MarkingBarProps) {
  const recordingId = useRecordingNow(props.protocol.id);
  return recordingId === undefined ? null : (
    <Suspense fallback={null}>
      <MarkingKeys key={recordingId} {...props} />
    </Suspense>
  );
}
