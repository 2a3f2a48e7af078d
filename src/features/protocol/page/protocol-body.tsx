import { useQueryClient } from '@tanstack/react-query';
import { memo, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { focusWhenLost } from '#src/ui/index.ts';
import { createAgendaWriter } from '../editing/agenda-writer.ts';
import {
  type Editing,
  EditingContext,
  type FormKey,
  nothingOpen,
  OpenPartContext,
  type OpenQuestion,
} from '../editing/editing.ts';
import { LeftDrafts } from '../editing/left-drafts.tsx';
import { useProtocolNames } from '../editing/people.ts';
import { ProtocolContext, useShownProtocol } from '../editing/protocol-context.ts';
import { useMomentOfAddress } from '../playback/moment-address.ts';
import { placeParameter } from '../playback/moment-query.ts';
import { PlayerContext, watchedTabs } from '../playback/player-context.ts';
import { type RecordingPlayer, useRecordingPlayer } from '../playback/use-recording-player.ts';
import { ResolveForm } from '../resolve/resolve-form.tsx';
import { ProtocolLayout } from './protocol-layout.tsx';
import { TypedGuard } from './typed-guard.tsx';
import { useDeferredWhileTyping, useProtocolContent } from './use-stable.ts';

interface ProtocolBodyProps {
  protocol: Optimistic<Protocol>;
  /** Whether only the row of the list is loaded. */
  partial: boolean;
}

/** Provides what the sheet and the parts beside it share: the player, and the part that is being edited. */
export const ProtocolBody = memo(function ProtocolBody({ protocol: latest, partial }: ProtocolBodyProps) {
  const [tab, setTab] = useState('sheet');
  const [announcement, announce] = useState('');
  const [opened, setOpen] = useState(nothingOpen);
  const { part } = opened;
  const openPart = useRef(part);
  openPart.current = part;
  const deferredProtocol = useDeferredWhileTyping(latest, part !== undefined && part.kind !== 'head');
  const nameOf = useProtocolNames(deferredProtocol);
  const [typed] = useState(() => new Map<FormKey, unknown>());
  const question = useRef<OpenQuestion>(undefined);
  const client = useQueryClient();
  const [writer] = useState(() => createAgendaWriter(client, deferredProtocol.id));
  const readOnly = deferredProtocol.stage === 'final';
  const editing = useMemo(
    (): Editing => ({
      open: (next, item) => setOpen((now) => ({ part: next, left: item ? [...now.left.slice(-7), item] : now.left })),
      openPart,
      typed,
      question,
      writer,
      readOnly,
    }),
    [typed, writer, readOnly],
  );
  const protocolContent = useProtocolContent(deferredProtocol);
  const shownProtocol = useShownProtocol(partial ? undefined : protocolContent);
  const player = usePlayerWithTab(useRecordingPlayer(deferredProtocol), tab, setTab);
  // A link to the transcript only shows the line. The transcript follows the clock even without a recording to play.
  const [query] = useSearchParams();
  const isTranscriptAsked = query.get(placeParameter) === 'transcript';
  const leadTranscript = player.seek ?? (partial ? undefined : player.clock.tell);
  useMomentOfAddress(player, isTranscriptAsked ? leadTranscript : player.play);
  return (
    <PlayerContext value={player}>
      <EditingContext value={editing}>
        <OpenPartContext value={opened}>
          <p role="status" className="visually-hidden">
            {announcement}
          </p>
          {partial ? null : <ResolveForm protocol={deferredProtocol} nameOf={nameOf} onAnnounce={announce} />}
          <ProtocolContext value={shownProtocol}>
            <ProtocolLayout protocol={protocolContent} partial={partial} tab={tab} onTab={setTab} />
          </ProtocolContext>
          {partial ? null : <LeftDrafts protocol={deferredProtocol} nameOf={nameOf} />}
          <TypedGuard />
        </OpenPartContext>
      </EditingContext>
    </PlayerContext>
  );
});

/** Adds `play` to a player: it also opens the tab of the recording where the recording is in a tab. */
function usePlayerWithTab(player: RecordingPlayer, tab: string, onTab: (tab: string) => void) {
  const currentTab = useRef(tab);
  currentTab.current = tab;
  // Stable while the player is the same: each decision has a button that uses it.
  return useMemo(() => {
    const { seek } = player;
    const play = (seconds: number, recordingId?: string) => {
      seek?.(seconds, recordingId);
      if (watchedTabs.has(currentTab.current)) return;
      onTab('video');
      // The button that requested it is now hidden in another tab.
      focusWhenLost(() => document.querySelector<HTMLElement>('main [data-play]'));
    };
    return { ...player, play: seek && play };
  }, [player, onTab]);
}
