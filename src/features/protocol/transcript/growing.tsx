import type { Protocol } from '#contract/protocols/protocol.ts';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import { uncapitalized } from '#contract/text/capitalized.ts';
import type { OptimisticTranscript } from '#src/data/transcript/index.ts';
import { formatAbout } from '#src/format/index.ts';
import { partName, protocolWith, transcriptOf } from '../playback/recordings.ts';
import styles from './transcript.module.css';

interface GrowingProps {
  protocol: Protocol;
  transcript: OptimisticTranscript;
}

/**
 * Tells for each recording that is still being recognised that lines will follow, and for one that failed that some are
 * missing.
 */
export function Growing({ protocol, transcript }: GrowingProps) {
  const recordings = protocol.recordings ?? [undefined];
  return recordings.map((part) => {
    const step = protocolWith(protocol, part?.id).processing?.find((each) => each.step === 'transcript');
    const own = transcriptOf(transcript, part?.is_first ? undefined : part?.id);
    // The step would describe another transcript where a person has attached one, or where a draft of its own is
    // growing.
    if ((own?.source ?? 'service') !== 'service' || own?.draft?.source === 'service') return null;
    const words = step && recognitionWords(step, own !== undefined && own.segments.length > 0);
    if (!words) return null;
    const name = part && partName(part, protocol.recordings ?? []);
    return (
      <p key={part?.id ?? ''} className={styles.growing}>
        {name ? `${name}: ${uncapitalized(words)}` : words}
      </p>
    );
  });
}

function recognitionWords({ state, seconds_left: left }: ProcessingStep, hasLines: boolean): string | undefined {
  if (state === 'failed') return hasLines ? 'Распознано не всё: обработка остановилась.' : undefined;
  if (state !== 'running') return undefined;
  const about = typeof left === 'number' ? ` Осталось ${formatAbout(left)}.` : '';
  return `Запись ещё распознаётся, строки появляются по мере готовности.${about}`;
}
