import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { RecordingNotice, RunningRecorder, useRecordingOf } from '#src/features/recorder/index.ts';
import { Card, useMediaQuery, useProgressiveParts } from '#src/ui/index.ts';
import { FindingsCard } from '../check/findings-card.tsx';
import { useLanding } from '../check/use-landing.ts';
import { DocumentsCard } from '../documents/documents-card.tsx';
import { useEditionOfAddress } from '../documents/version-list.tsx';
import { VersionSheet } from '../documents/version-sheet.tsx';
import { keepAbove, keepInSight } from '../editing/keep-in-sight.ts';
import { PlayerCard } from '../recording/player-card.tsx';
import { FailedProcessing } from '../recording/processing-panel.tsx';
import { VideoCard } from '../recording/video-card.tsx';
import styles from './protocol-screen.module.css';
import { ProtocolSheet } from './protocol-sheet.tsx';
import { NarrowTabs, SideTabs } from './side-tabs.tsx';
import { useFoundPlace } from './use-found-place.ts';
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
  const besidePlayer = useRef<HTMLDivElement>(null);
  // The parts beside the sheet are deferred, so that typing in the sheet stays fast.
  const beside = useDeferredValue(protocol);
  const outline = useOutline(beside);
  const hasPlayer = Boolean(outline.video?.url);
  const isRecording = useRecordingOf(outline.id) !== undefined;
  const { edition, leave } = useEditionOfAddress();
  useEffect(() => {
    if (edition !== undefined) onTab('sheet');
  }, [edition, onTab]);
  const due = useProgressiveParts(3);
  const sheet = (
    <Card bare className={styles.sheet}>
      {edition === undefined ? (
        <ProtocolSheet protocol={protocol} partial={partial} />
      ) : (
        <VersionSheet protocol={protocol} edition={edition} onClose={leave} />
      )}
    </Card>
  );
  const documentsCard = partial || due < 3 ? null : <DocumentsCard protocol={protocol} />;
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

  const showSide = useCallback(
    (id: string) => {
      setSide(id);
      // The transcript is read while watching: both are brought into view.
      if (id === 'transcript' && hasPlayer) besidePlayer.current?.scrollIntoView?.({ block: 'start' });
    },
    [hasPlayer],
  );

  if (wide) {
    return (
      <div className={styles.columns}>
        <div ref={keepInSight} className={styles.kept}>
          {sheet}
        </div>
        <div className={styles.aside} data-plays={hasPlayer || isRecording}>
          {isRecording ? (
            <div ref={keepAbove} className={styles.stage}>
              <RunningRecorder protocolId={outline.id} replaces={outline.video} />
            </div>
          ) : null}
          <div ref={isRecording ? null : keepAbove} className={isRecording ? undefined : styles.stage}>
            <PlayerCard protocol={outline} isRoomy={tall} />
          </div>
          {due > 1 ? (
            <>
              <VideoCard protocol={outline} />
              <div ref={besidePlayer} className={styles.besidePlayer}>
                <Card bare>
                  <SideTabs protocol={outline} partial={partial} selected={side} onSelect={showSide} />
                </Card>
              </div>
            </>
          ) : null}
          {documentsCard}
          {/* Last: it grows and shrinks as one writes, and moves nothing. */}
          {check}
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
      {documentsCard}
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
