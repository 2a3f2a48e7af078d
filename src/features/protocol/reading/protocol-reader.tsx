import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import FileX from 'lucide-react/icons/file-x';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { findListedProtocol, protocolQuery, protocolTitle } from '#src/data/protocol/index.ts';
import type { ReaderPlace } from '#src/data/reading/index.ts';
import { StageBadge } from '#src/features/badges/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { formatDay, shortName } from '#src/format/index.ts';
import { ApiError } from '#src/sync/index.ts';
import { Button, Card, EmptyState, IconButton, Skeleton, useMediaQuery } from '#src/ui/index.ts';
import { EditingContext, nothingEdited, nothingOpen, OpenPartContext } from '../editing/editing.ts';
import { AsParticipantLink } from '../participation/as-participant.tsx';
import { PlayerContext } from '../playback/player-context.ts';
import { PlayerCard } from '../recording/player-card.tsx';
import styles from './reader.module.css';
import { ReaderDocuments, ReaderParts } from './reader-parts.tsx';
import { useReaderPlayer } from './reader-player.ts';

interface ProtocolReaderProps {
  place: ReaderPlace;
  /** Returns to the list from which it was opened. */
  onBack: () => void;
}

/** Read-only view of somebody else's protocol beside the list: its sheet, recording and documents. */
export function ProtocolReader({ place, onBack }: ProtocolReaderProps) {
  const client = useQueryClient();
  const query = useQuery(protocolQuery(place.protocol));
  const { data, error } = query;
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403);
  const player = useReaderPlayer(data, place);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEscape(onBack);
  const listed = findListedProtocol(client, place.protocol);
  // Only the list tells the owner.
  const known = data ? { ...data, owner_name: listed?.owner_name } : listed;
  return (
    <EditingContext value={nothingEdited}>
      <OpenPartContext value={nothingOpen}>
        <PlayerContext value={player}>
          <section className={styles.reader} aria-labelledby="reader-title">
            <div className={styles.top}>
              <ReaderHead protocol={isGone ? undefined : known} heading={heading} onBack={onBack} />
              {data && !isGone ? (
                <div className={styles.stage}>
                  <PlayerCard protocol={data} isFolded={false} />
                </div>
              ) : null}
            </div>
            {isGone ? (
              <EmptyState
                icon={FileX}
                title="Этот протокол вам недоступен"
                actions={
                  <>
                    <AsParticipantLink id={place.protocol} />
                    <Button onClick={onBack}>К списку</Button>
                  </>
                }
              >
                Его удалили, или секретаря передали другому руководителю.
              </EmptyState>
            ) : data ? (
              <>
                <ReaderDocuments protocol={data} />
                <Card bare className={styles.parts}>
                  <ReaderParts protocol={data} />
                </Card>
              </>
            ) : query.isError || query.fetchStatus === 'paused' ? (
              <QueryError query={query} />
            ) : (
              <ReaderSkeleton />
            )}
          </section>
        </PlayerContext>
      </OpenPartContext>
    </EditingContext>
  );
}

interface ReaderHeadProps {
  /** The protocol, or at least its row of a list; undefined while nothing is known. */
  protocol: Protocol | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  onBack: () => void;
}

function ReaderHead({ protocol, heading, onBack }: ReaderHeadProps) {
  const isBeside = useMediaQuery('from-laptop');
  // On narrow screens it replaces the list, so its title is the main heading of the page.
  const Heading = isBeside ? 'h2' : 'h1';
  const owner = protocol?.owner_name;
  const facts = protocol
    ? [protocol.number && `№\u00A0${protocol.number}`, formatDay(protocol.held_at), owner && shortName(owner)]
    : [];
  return (
    <header className={styles.head}>
      {isBeside ? null : (
        <Button variant="quiet" size="small" icon={ArrowLeft} className={styles.back} onClick={onBack}>
          Назад
        </Button>
      )}
      <p className={styles.facts}>
        {facts.filter(Boolean).map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
        {protocol ? (
          <>
            <StageBadge stage={protocol.stage} />
            <span>только чтение</span>
          </>
        ) : null}
      </p>
      <Heading id="reader-title" ref={heading} tabIndex={-1} dir="auto" className={styles.title}>
        {protocol ? protocolTitle(protocol) : 'Протокол'}
      </Heading>
      {isBeside ? <IconButton icon={X} label="Закрыть протокол" className={styles.close} onClick={onBack} /> : null}
    </header>
  );
}

const lines = ['72%', '94%', '88%', '64%', '90%', '48%'];

function ReaderSkeleton() {
  return (
    <div role="status" aria-label="Загрузка..." className={styles.skeleton}>
      <Skeleton width="100%" height={180} />
      {lines.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}

/** Escape returns to the list, unless a dialog, a menu or a field handles it. */
function useEscape(onBack: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isFloatedOver()) return;
    if (event.target instanceof Element && event.target.matches('input, select, textarea')) return;
    onBack();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isFloatedOver(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;
}
