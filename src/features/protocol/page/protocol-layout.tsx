import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
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
import { useProtocolContent } from './use-stable.ts';

interface ProtocolLayoutProps {
  protocol: Protocol;
  partial: boolean;
  tab: string;
  onTab: (tab: string) => void;
}

/** The sheet with the recording beside it; on screens narrower than a laptop they are tabs, the sheet first. */
export const ProtocolLayout = memo(function ProtocolLayout({ protocol, partial, tab, onTab }: ProtocolLayoutProps) {
  const wide = useMediaQuery('from-laptop');
  const tall = useMediaQuery('tall');
  const [side, setSide] = useState('tasks');
  // The parts beside the sheet are deferred, so that typing in the sheet stays fast.
  const deferredProtocol = useDeferredValue(protocol);
  const protocolWithoutTexts = useProtocolWithoutTexts(deferredProtocol);
  const isRecording = useRecordingOf(protocolWithoutTexts.id) !== undefined;
  const { edition, leave } = useEditionOfAddress();
  useEffect(() => {
    if (edition !== undefined) onTab('sheet');
  }, [edition, onTab]);
  const mountedParts = useProgressiveParts(3);
  const isVideoWanted = wantsVideo({
    stage: protocolWithoutTexts.stage,
    upload: undefined,
    isWritten: partial || isWritten(protocolWithoutTexts),
  });
  const sheet = (
    <Card bare className={styles.sheet}>
      {edition === undefined ? (
        <ProtocolSheet protocol={protocol} partial={partial} />
      ) : (
        <VersionSheet protocol={protocol} edition={edition} onClose={leave} />
      )}
    </Card>
  );
  const findings = partial || mountedParts < 3 ? null : <FindingsCard protocol={deferredProtocol} />;
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
    // On a laptop the height is left to the tab being read; on a taller screen the recording is unfolded.
    const isFolded = !tall && watchedTabs.has(side);
    return (
      <div className={styles.columns}>
        <div className={styles.main}>
          {sheet}
          {findings}
        </div>
        <div className={styles.aside} data-in-use="">
          {isRecording ? (
            <RunningRecorder protocolId={protocolWithoutTexts.id} replaces={protocolWithoutTexts.video} />
          ) : null}
          <PlayerCard protocol={protocolWithoutTexts} isFolded={isFolded} />
          {mountedParts > 1 ? (
            <>
              <VideoCard protocol={protocolWithoutTexts} isAwaited={isVideoWanted} isFolded={isFolded} />
              <Card bare className={styles.panel}>
                <SideTabs protocol={protocolWithoutTexts} partial={partial} selected={side} onSelect={setSide} />
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
          <FailedProcessing protocol={protocolWithoutTexts} onShow={() => onTab('video')} />
          <RecordingNotice protocolId={protocolWithoutTexts.id} onShow={() => onTab('video')} />
        </>
      )}
      <NarrowTabs sheet={sheet} protocol={protocolWithoutTexts} partial={partial} selected={tab} onSelect={onTab} />
      {findings}
    </>
  );
});

/**
 * Returns a protocol without the passages of its agenda items: the parts beside the sheet do not show them, and so do
 * not render for each typed word. Nothing may be written from it: editing the agenda uses `currentProtocol`.
 */
function useProtocolWithoutTexts(protocol: Protocol): Protocol {
  const content = useMemo(() => {
    const agenda = protocol.agenda?.map(({ listened: _listened, discussion: _discussion, ...item }) => item);
    return agenda ? { ...protocol, agenda } : protocol;
  }, [protocol]);
  return useProtocolContent(content);
}
