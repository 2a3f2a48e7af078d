import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { RecordingNotice, RunningRecorder, useRecordingOf } from '#src/features/recorder/index.ts';
import { Card, useMediaQuery, useProgressiveParts } from '#src/ui/index.ts';
import { FindingsCard } from '../check/findings-card.tsx';
import { useLanding } from '../check/use-landing.ts';
import { useEditionOfAddress } from '../documents/version-list.tsx';
import { VersionSheet } from '../documents/version-sheet.tsx';
import { watchedTabs } from '../playback/player-context.ts';
import { useFoundPlace } from '../playback/use-found-place.ts';
import { PlayerCard } from '../recording/player-card.tsx';
import { FailedProcessing } from '../recording/processing-panel.tsx';
import { VideoCard } from '../recording/video-card.tsx';
import styles from './protocol-screen.module.css';
import { ProtocolSheet } from './protocol-sheet.tsx';
import { NarrowTabs, SideTabs } from './side-tabs.tsx';
import { isWritten, wantsVideo } from './stage-sentence.ts';
import { useStable } from './use-stable.ts';

interface ProtocolArrangementProps {
  protocol: Protocol;
  partial: boolean;
  tab: string;
  onTab: (tab: string) => void;
}

/** The sheet with the recording beside it; on less than a laptop they are tabs, the sheet first. */
export const ProtocolArrangement = memo(function ProtocolArrangement({
  protocol,
  partial,
  tab,
  onTab,
}: ProtocolArrangementProps) {
  const wide = useMediaQuery('from-laptop');
  const tall = useMediaQuery('tall');
  const [side, setSide] = useState('tasks');
  // The parts beside the sheet are deferred, so that typing in the sheet stays fast.
  const beside = useDeferredValue(protocol);
  const outline = useOutline(beside);
  const isRecording = useRecordingOf(outline.id) !== undefined;
  const { edition, leave } = useEditionOfAddress();
  useEffect(() => {
    if (edition !== undefined) onTab('sheet');
  }, [edition, onTab]);
  const due = useProgressiveParts(3);
  const isAwaited = wantsVideo({ stage: outline.stage, upload: undefined, isWritten: partial || isWritten(outline) });
  const sheet = (
    <Card bare className={styles.sheet}>
      {edition === undefined ? (
        <ProtocolSheet protocol={protocol} partial={partial} />
      ) : (
        <VersionSheet protocol={protocol} edition={edition} onClose={leave} />
      )}
    </Card>
  );
  const check = partial || due < 3 ? null : <FindingsCard protocol={beside} />;
  useLanding((place) => {
    if (edition !== undefined) leave();
    onTab(place);
    if (place === 'tasks' || place === 'members') setSide(place);
  });

  useFoundPlace(!partial, (place) => {
    if (edition !== undefined) leave();
    onTab(place);
    if (place !== 'sheet') setSide(place);
  });

  if (wide) {
    // What is read has the height of a laptop; where there is more, it is watched as well.
    const isFolded = !tall && watchedTabs.has(side);
    return (
      <div className={styles.columns}>
        <div className={styles.main}>
          {sheet}
          {check}
        </div>
        <div className={styles.aside} data-in-use="">
          {isRecording ? <RunningRecorder protocolId={outline.id} replaces={outline.video} /> : null}
          <PlayerCard protocol={outline} isFolded={isFolded} />
          {due > 1 ? (
            <>
              <VideoCard protocol={outline} isAwaited={isAwaited} isFolded={isFolded} />
              <Card bare className={styles.panel}>
                <SideTabs protocol={outline} partial={partial} selected={side} onSelect={setSide} />
              </Card>
            </>
          ) : null}
        </div>
      </div>
    );
  }
  return (
    <>
      {tab === 'video' ? null : (
        <>
          <FailedProcessing protocol={outline} onShow={() => onTab('video')} />
          <RecordingNotice protocolId={outline.id} onShow={() => onTab('video')} />
        </>
      )}
      <NarrowTabs sheet={sheet} protocol={outline} partial={partial} selected={tab} onSelect={onTab} />
      {check}
    </>
  );
});

/**
 * A protocol without what was said on its questions: what stands beside the sheet shows none of it, and is not drawn anew
 * for each word of it. Nothing is written from it: who edits the agenda takes `currentProtocol`.
 */
function useOutline(protocol: Protocol): Protocol {
  const outline = useMemo(() => {
    const agenda = protocol.agenda?.map(({ listened: _listened, discussion: _discussion, ...item }) => item);
    return agenda ? { ...protocol, agenda } : protocol;
  }, [protocol]);
  return useStable(outline);
}
