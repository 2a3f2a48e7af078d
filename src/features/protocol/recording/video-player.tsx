import { useQueryClient } from '@tanstack/react-query';
import Play from 'lucide-react/icons/play';
import { type ReactNode, type RefObject, Suspense, use, useCallback, useEffect, useRef, useState } from 'react';
import type { Protocol, Video } from '#contract/protocol.ts';
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
import { type PlayerTrouble, PlayerTroubleNote } from './player-trouble.tsx';
import { RecordingWarnings } from './recording-warnings.tsx';
import { SeekBar } from './seek-bar.tsx';

/** Play requests that are done: a player that is mounted again must not repeat them. */
const shownMoments = new WeakSet<object>();
/** What a browser says of a recording: it is damaged; the file, or its address, is none that it can open. */
const [damaged, unknownSource] = [3, 4];

interface VideoPlayerProps {
  protocolId: string;
  /** Reads the protocol once more, whose addresses are fresh then; by default as its secretary does. */
  reread?: (() => Promise<Pick<Protocol, 'video' | 'recordings'>>) | undefined;
  video: Video & { url: string };
  title: string;
  /** In the order of time. */
  ticks: readonly Tick[];
  /** In seconds, as far as it is known without the file. */
  duration: number;
  picture: Fold;
  /** Which of several recordings it is, and the others. */
  strip?: ReactNode;
  moments: Fold | undefined;
  /** What the list of moments opens. */
  children: ReactNode;
}

/** The recording, and below it what it lists. */
export function VideoPlayer({ children, strip, ...props }: VideoPlayerProps) {
  const frame = useRef<HTMLDivElement>(null);
  // What is listed stays mounted, whether the recording plays, does not, or is another one: somebody may be writing there.
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
 * One recording with controls of our own. Every answer of the server signs the address anew: the first one stays,
 * so that a refetch does not start the player again, until it fails (it expired); then a fresh one is fetched once. One
 * of an earlier visit that has expired, or was kept without its signature, is not asked for at all.
 */
function Player({ protocolId, reread, video, title, ticks, duration: guessed, picture, moments, frame }: PlayerProps) {
  const client = useQueryClient();
  const player = useRef<HTMLVideoElement>(null);
  // The same, drawn anew once it is there.
  const [media, setMedia] = useState<HTMLVideoElement | null>(null);
  const hold = useCallback((element: HTMLVideoElement | null) => {
    player.current = element;
    setMedia(element);
  }, []);
  const ownDuration = useMediaValue(media, durationOf, 0);
  const duration = video.duration || ownDuration || guessed;
  const { asked, clock, next } = use(PlayerContext);
  // The position before a change of layout mounted it again.
  const resumeAt = useRef(clock.now());
  const renewals = useRef(0);
  const [address, setAddress] = useState(() => (isExpired(video.url) ? undefined : video.url));
  const [trouble, setTrouble] = useState<PlayerTrouble | undefined>(video.duration === 0 ? 'empty' : undefined);
  // A recording of sound has no picture to make a poster of; its own head tells for sure.
  const [isSound, setSound] = useState(!video.poster_url);
  const [refused, setRefused] = useState<number>();
  usePlayerKeys(player);
  // The fresh answer is here before its picture and captions are.
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
    // A browser may refuse to start by itself; the moment is then shown, paused, and one press plays it.
    media.play().catch(({ name }: DOMException) => name === 'NotAllowedError' && setRefused(asked.seconds));
  }, [asked, media, video.upload_id]);

  /** Resolves whether the server has told the address once more. */
  const renew = async (): Promise<boolean> => {
    renewals.current += 1;
    const query = { ...protocolQuery(protocolId), staleTime: 0, retry: false, networkMode: 'always' as const };
    const read = reread ? reread() : client.fetchQuery(query);
    const fresh = await read.catch(() => undefined);
    const url = fresh && protocolWith(fresh, video.upload_id).video?.url;
    if (url) setAddress(url);
    // A server that does not sign its addresses tells the same one.
    if (url && url === address) player.current?.load();
    setTrouble(url ? undefined : 'closed');
    return Boolean(url);
  };
  const play = () => {
    if (refused === undefined) return;
    setRefused(undefined);
    // The button that was pressed goes.
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
    // The server told a fresh address: it is the file that this browser cannot open.
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

/** Seconds; 0 until the file has told them. */
function durationOf({ duration }: HTMLMediaElement): number {
  return Number.isFinite(duration) ? duration : 0;
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? '';
}

/** Our own addresses say until when they are good, in milliseconds; those that the device kept lack that, and the rest. */
function isExpired(address: string): boolean {
  const [path = '', query] = address.split('?', 2);
  if (query === undefined) return ownPath.test(path);
  const expires = new URLSearchParams(query).get('expires');
  return expires !== null && Number(expires) < Date.now();
}

const ownPath = /^\/api\/protocols\/[^/]+\/video$/;

/** The address of the chapters as a track, for what else shows the recording; undefined where there are none. */
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
