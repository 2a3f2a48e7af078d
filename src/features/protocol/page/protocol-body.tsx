import { useQueryClient } from '@tanstack/react-query';
import { memo, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Protocol } from '#contract/protocol.ts';
import { type Optimistic, readSession, useQueueKnown } from '#src/sync/index.ts';
import { focusWhenLost } from '#src/ui/index.ts';
import { agendaFormOf } from '../editing/agenda-form.ts';
import { createAgendaWriter } from '../editing/agenda-writer.ts';
import { takeDraft, whenDraftIsLeft } from '../editing/draft-lock.ts';
import {
  type Editing,
  EditingContext,
  type FormKey,
  nothingOpen,
  OpenPartContext,
  type OpenQuestion,
} from '../editing/editing.ts';
import { itemDrafts, type TypedItem } from '../editing/item-saver.ts';
import { baseOfDraft, type LeftDraft } from '../editing/left-draft.ts';
import { type NameOf, useProtocolNames } from '../editing/people.ts';
import { ProtocolContext, useShownProtocol } from '../editing/protocol-context.ts';
import { useMomentOfAddress } from '../playback/moment-address.ts';
import { placeParameter } from '../playback/moment-query.ts';
import { PlayerContext, watchedTabs } from '../playback/player-context.ts';
import { useRecordingPlayer } from '../playback/use-recording-player.ts';
import { ResolveForm } from '../resolve/resolve-form.tsx';
import { ProtocolArrangement } from './protocol-arrangement.tsx';
import { TypedGuard } from './typed-guard.tsx';
import { useDeferredWhileTyping, useStable } from './use-stable.ts';

interface ProtocolBodyProps {
  protocol: Optimistic<Protocol>;
  /** Only the row of the list is there yet. */
  partial: boolean;
}

/** Provides what the sheet and the parts beside it share: the player, and the part that is being edited. */
export const ProtocolBody = memo(function ProtocolBody({ protocol: latest, partial }: ProtocolBodyProps) {
  const [tab, setTab] = useState('sheet');
  const seen = useRef(tab);
  seen.current = tab;
  const [announcement, announce] = useState('');
  const [opened, setOpen] = useState(nothingOpen);
  const { part } = opened;
  const openPart = useRef(part);
  openPart.current = part;
  const protocol = useDeferredWhileTyping(latest, part !== undefined && part.kind !== 'head');
  const nameOf = useProtocolNames(protocol);
  const [typed] = useState(() => new Map<FormKey, unknown>());
  const question = useRef<OpenQuestion>(undefined);
  const client = useQueryClient();
  const [writer] = useState(() => createAgendaWriter(client, protocol.id));
  const readOnly = protocol.stage === 'final';
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
  const stable = useStable(protocol);
  const shown = useShownProtocol(partial ? undefined : stable);
  const shownPlayer = useRecordingPlayer(protocol);
  // Stable while the player is the same: each decision has a button that uses it.
  const player = useMemo(() => {
    const { seek } = shownPlayer;
    const play = (seconds: number, recordingId?: string) => {
      seek?.(seconds, recordingId);
      if (watchedTabs.has(seen.current)) return;
      setTab('video');
      // Where the recording has a tab of its own, the button that asked for it is now hidden behind it.
      focusWhenLost(() => document.querySelector<HTMLElement>('main [data-play]'));
    };
    return { ...shownPlayer, play: seek && play };
  }, [shownPlayer]);
  // Of what was said the transcript is shown, not the recording alone. It follows the clock, also where there is nothing to play.
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
          {partial ? null : <ResolveForm protocol={protocol} nameOf={nameOf} onAnnounce={announce} />}
          <ProtocolContext value={shown}>
            <ProtocolArrangement protocol={stable} partial={partial} tab={tab} onTab={setTab} />
          </ProtocolContext>
          {partial ? null : <LeftDrafts protocol={protocol} nameOf={nameOf} />}
          <TypedGuard />
        </OpenPartContext>
      </EditingContext>
    </PlayerContext>
  );
});

/** Opens the question in which a tab was closed or crashed before what was typed got into the outbox, with all of it. */
function LeftDrafts({ protocol, nameOf }: { protocol: Optimistic<Protocol>; nameOf: NameOf }) {
  const { open, typed, readOnly } = use(EditingContext);
  const { part } = use(OpenPartContext);
  // Before the queue is read nobody knows what of a draft it has.
  const isQueueKnown = useQueueKnown();
  const isFree = part === undefined && !readOnly && isQueueKnown;
  const { id } = protocol;
  /** Ends the hold on the draft that is open, which its form holds as well as soon as it is there. */
  const letGo = useRef<() => void>(undefined);
  useEffect(() => () => letGo.current?.(), []);
  /** Returns whether something of it was left to open. */
  const openDraft = useEffectEvent((draft: LeftDraft, name: string): boolean => {
    const { itemId, form, moments, savedAt } = draft;
    const item = protocol.agenda?.find((each) => each.id === itemId);
    if (item && JSON.stringify(agendaFormOf(item, nameOf)) === JSON.stringify(form)) {
      itemDrafts.remove(name);
      return false;
    }
    const base = baseOfDraft(draft, protocol);
    typed.set('part', { itemId, base, form, moments, restoredAt: savedAt, draftName: name } satisfies TypedItem);
    open({ kind: base.agenda?.some((each) => each.id === itemId) ? 'item' : 'new-item', id: itemId });
    return true;
  });
  useEffect(() => {
    if (!isFree) return;
    letGo.current?.();
    const over = new AbortController();
    const { signal } = over;
    const place = { userId: readSession().userId ?? '', protocolId: id };
    const look = async () => {
      for (const { name } of itemDrafts.readAll(place)) {
        const taken = await takeDraft(name);
        // Another tab is writing it, or ended a moment ago.
        if (!taken && !signal.aborted) whenDraftIsLeft(name, signal).then(look, () => undefined);
        // As it was left: whoever wrote it may have saved it by now.
        const draft = taken && !signal.aborted ? itemDrafts.read(name) : undefined;
        if (draft && openDraft(draft, name)) {
          letGo.current = taken;
          over.abort();
        } else taken?.();
        if (signal.aborted) return;
      }
    };
    void look();
    return () => over.abort();
  }, [isFree, id]);
  return null;
}
