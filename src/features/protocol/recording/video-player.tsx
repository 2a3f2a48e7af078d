import { useQueryClient } from '@tanstack/react-query';
import Play from 'lucide-react/icons/play';
import { type ReactNode, type RefObject, Suspense, use, useCallback, useEffect, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Video } from '#contract/recordings/recording.ts';
import { protocolQuery } from '#src/data/protocol/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { Button, classNames, focusWhenLost } from '#src/ui/index.ts';
import { type Chapter, chapterTrack } from '../playback/chapters.ts';
import { PlayerContext, playerKeys, usePlayerKeys } from '../playback/player-context.ts';
import { protocolWith } from '../playback/recordings.ts';
import type { Tick } from '../playback/ticks.ts';
import { togglePlay, useMediaValue } from '../playback/use-media-value.ts';
import { PictureButtons } from './picture-buttons.tsx';
import styles from './player.module.css';
import { type Fold, MomentsButton, PlayerControls } from './player-controls.tsx';
import { type PlayerTrouble, PlayerTroubleNote, RecordingWarnings } from './player-notes.tsx';
import { SeekBar } from './seek-bar.tsx';

/** Play requests that are done: a player that is mounted again must not repeat them. */
const shownMoments = new WeakSet<object>();
/** Codes of `MediaError`: the recording is damaged (3); its format or its address cannot be opened (4). */
const [damaged, unknownSource] = [3, 4];

interface VideoPlayerProps {
  protocolId: string;
  /** Reads the protocol again to get fresh addresses; by default with the secretary's query. */
  reread?: (() => Promise<Pick<Protocol, 'video' | 'recordings'>>) | undefined;
  video: Video & { url: string };
  title: string;
  /** Ticks in the order of time. */
  ticks: readonly Tick[];
  /** Length in seconds, as far as it is known without the file. */
  duration: number;
  picture: Fold;
  /** Strip with all recordings, where there are several. */
  strip?: ReactNode;
  moments: Fold | undefined;
  /** Content of the list of moments. */
  children: ReactNode;
}

/** The player, and below it the list of moments. */
export function VideoPlayer({ children, strip, ...props }: VideoPlayerProps) {
  const frame = useRef<HTMLDivElement>(null);
  // The list stays mounted when the recording stops, fails or is replaced: somebody may be writing in it.
  return (
    <div ref={frame} className={styles.player} {...playerKeys}>
      <Player key={props.video.upload_id ?? ''} frame={frame} {...props} />
      {strip ? <Suspense fallback={null}>{strip}</Suspense> : null}
      <RecordingWarnings warnings={props.video.warnings} />
      {props.moments?.isOpen ? children : null}
    </div>
  );
}

interface PlayerProps extends Omit<VideoPlayerProps, 'children' | 'strip'> {
  frame: RefObject<HTMLDivElement | null>;
}

/**
 * Player for one recording with the app's own controls. Every answer of the server signs the address anew. The first
 * address is kept, so that a refetch does not restart the player, until it fails because it has expired; then a fresh
 * one is fetched once. An address of an earlier visit that has expired, or was stored without its signature, is not
 * requested at all.
 */
function Player({ protocolId, reread, video, title, ticks, duration: guessed, picture, moments, frame }: PlayerProps) {
  const client = useQueryClient();
  const player = useRef<HTMLVideoElement>(null);
  // The same element as state, which renders again once it is mounted.
  const [media, setMedia] = useState<HTMLVideoElement | null>(null);
  const hold = useCallback((element: HTMLVideoElement | null) => {
    player.current = element;
    setMedia(element);
  }, []);
  const ownDuration = useMediaValue(media, durationOf, 0);
  const duration = video.duration || ownDuration || guessed;
  const { asked, clock, next } = use(PlayerContext);
  // Position before a change of the layout mounted the player again.
  const resumeAt = useRef(clock.now());
  const renewals = useRef(0);
  const [address, setAddress] = useState(() => (isExpired(video.url) ? undefined : video.url));
  const [trouble, setTrouble] = useState<PlayerTrouble | undefined>(video.duration === 0 ? 'empty' : undefined);
  // A sound recording has no poster; its metadata tell for sure.
  const [isSound, setSound] = useState(!video.poster_url);
  const [refused, setRefused] = useState<number>();
  usePlayerKeys(player);
  // The fresh address may arrive before the fresh poster and captions; expired ones are not used.
  const isOld = address !== video.url && isExpired(video.url);
  const source = { src: address, poster: isOld ? undefined : (video.poster_url ?? undefined) };
  const captions = typeof video.captions_url === 'string' && !isOld ? video.captions_url : undefined;
  const chapters = ticks.filter(({ kind }) => kind === 'chapter');
  const menu = useChapterTrack(chapters, duration);

  if (address !== undefined && pathOf(address) !== pathOf(video.url)) {
    setAddress(video.url);
    setTrouble(undefined);
  }

  useEffect(() => {
    const isElsewhere = asked?.recordingId !== undefined && asked.recordingId !== video.upload_id;
    if (!asked || isElsewhere || !media || shownMoments.has(asked)) return;
    shownMoments.add(asked);
    media.currentTime = asked.seconds;
    // A browser may block autoplay; the moment is then shown paused, and one press plays it.
    media.play().catch(({ name }: DOMException) => name === 'NotAllowedError' && setRefused(asked.seconds));
  }, [asked, media, video.upload_id]);

  /** Resolves with whether the server has returned an address again. */
  const renew = async (): Promise<boolean> => {
    renewals.current += 1;
    const query = { ...protocolQuery(protocolId), staleTime: 0, retry: false, networkMode: 'always' as const };
    const read = reread ? reread() : client.fetchQuery(query);
    const fresh = await read.catch(() => undefined);
    const url = fresh && protocolWith(fresh, video.upload_id).video?.url;
    if (url) setAddress(url);
    // A server that does not sign its addresses returns the same one.
    if (url && url === address) player.current?.load();
    setTrouble(url ? undefined : 'closed');
    return Boolean(url);
  };
  const play = () => {
    if (refused === undefined) return;
    setRefused(undefined);
    // The button that was pressed is unmounted.
    focusWhenLost(() => frame.current?.querySelector<HTMLElement>('[data-play]'));
  };
  const isWanting = address === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the player opens
  useEffect(() => {
    if (isWanting) void renew();
  }, [isWanting]);
  const fail = async () => {
    const code = player.current?.error?.code;
    resumeAt.current = player.current?.currentTime || resumeAt.current;
    if (code === damaged) setTrouble('unreadable');
    else if (renewals.current === 0) await renew();
    // The address was fresh, so this browser cannot open the file itself.
    else setTrouble(code === unknownSource ? 'unreadable' : 'closed');
  };
  const open = () => {
    renewals.current = 0;
    if (!player.current) return;
    if (resumeAt.current > 0) player.current.currentTime = resumeAt.current;
    resumeAt.current = 0;
    setSound(player.current.videoWidth === 0);
    if (player.current.duration === 0) setTrouble('empty');
  };

  const retry = async () => {
    if (await renew()) focusWhenLost(() => frame.current?.querySelector<HTMLElement>('[data-play]'));
  };

  return (
    <>
      {trouble ? (
        <>
          <PlayerTroubleNote trouble={trouble} address={address} onRetry={() => void retry()} />
          {moments ? (
            <div className={styles.controls}>
              <MomentsButton moments={moments} />
            </div>
          ) : null}
        </>
      ) : (
        <>
          <div className={classNames(styles.picture, (isSound || !picture.isOpen) && styles.folded)}>
            <video
              ref={hold}
              className={styles.video}
              playsInline
              preload="metadata"
              {...source}
              aria-label={`Запись: ${title}`}
              onClick={({ currentTarget }) => togglePlay(currentTarget)}
              onError={fail}
              onLoadedMetadata={open}
              onEnded={next}
              onTimeUpdate={({ currentTarget }) => clock.tell(currentTarget.currentTime)}
              onPlay={play}
              onSeeking={({ currentTarget }) => clock.tell(currentTarget.currentTime)}
            >
              {captions ? <track kind="captions" srcLang="ru" label="Русские" src={captions} /> : null}
              {menu ? <track kind="chapters" srcLang="ru" label="Вопросы повестки" src={menu} /> : null}
            </video>
            {isSound ? null : <PictureButtons media={media} frame={frame} hasCaptions={captions !== undefined} />}
            {refused === undefined ? null : (
              <Button autoFocus icon={Play} className={styles.start} onClick={() => void player.current?.play()}>
                Смотреть с {formatTimecode(refused)}
              </Button>
            )}
          </div>
          <SeekBar media={media} ticks={ticks} duration={duration} />
          <PlayerControls media={media} chapters={chapters} moments={moments} picture={isSound ? undefined : picture} />
        </>
      )}
    </>
  );
}

/** Returns the duration in seconds; 0 until the metadata are loaded. */
function durationOf({ duration }: HTMLMediaElement): number {
  return Number.isFinite(duration) ? duration : 0;
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? '';
}

/**
 * Whether an address has expired: the server's own hold an expiry in milliseconds, but stored ones lack the whole
 * query.
 */
function isExpired(address: string): boolean {
  const [path = '', query] = address.split('?', 2);
  if (query === undefined) return ownPath.test(path);
  const expires = new URLSearchParams(query).get('expires');
  return expires !== null && Number(expires) < Date.now();
}

const ownPath = /^\/api\/protocols\/[^/]+\/video$/;

/** Returns the object URL of the chapters as a track for other media interfaces; undefined where there are none. */
function useChapterTrack(chapters: readonly Tick[], duration: number): string | undefined {
  const [address, setAddress] = useState<string>();
  const text = chapters.length > 0 ? chapterTrack(chapters.map(asChapter), duration) : undefined;
  useEffect(() => {
    if (text === undefined) return setAddress(undefined);
    const made = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return address;
}

function asChapter({ id, start, words }: Tick): Chapter {
  return { id, start, title: words };
}
