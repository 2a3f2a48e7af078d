import { useQueryClient } from '@tanstack/react-query';
import Play from 'lucide-react/icons/play';
import { use, useEffect, useRef, useState } from 'react';
import type { Video } from '#contract/protocol.ts';
import { protocolQuery } from '#src/data/protocol/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { Button, classNames, focusWhenLost } from '#src/ui/index.ts';
import type { Chapter } from '../playback/chapters.ts';
import { chapterTrack } from '../playback/chapters.ts';
import { PlayerContext, usePlayerKeys } from '../playback/player-context.ts';
import { PlayerBar } from './player-bar.tsx';
import styles from './video-card.module.css';

/** Play requests that are done: a player that is mounted again must not repeat them. */
const shownMoments = new WeakSet<object>();

interface VideoPlayerProps {
  protocolId: string;
  video: Video & { url: string };
  title: string;
  chapters: readonly Chapter[];
  /** Seconds. */
  duration: number;
}

/**
 * The recording in the browser's own player. Every answer of the server signs the address anew: the first one stays,
 * so that a refetch does not start the player again, until it fails (it expired); then a fresh one is fetched once. One
 * of an earlier visit that has expired, or was kept without its signature, is not asked for at all.
 */
export function VideoPlayer({ protocolId, video, title, chapters, duration }: VideoPlayerProps) {
  const client = useQueryClient();
  const player = useRef<HTMLVideoElement>(null);
  const { asked, clock } = use(PlayerContext);
  // The position before a change of layout mounted it again.
  const resumeAt = useRef(clock.now());
  const renewals = useRef(0);
  const [address, setAddress] = useState(() => (isExpired(video.url) ? undefined : video.url));
  const [broken, setBroken] = useState(false);
  // A recording of sound has no picture to make a poster of; its own head tells for sure.
  const [isSound, setSound] = useState(!video.poster_url);
  const [refused, setRefused] = useState<number>();
  usePlayerKeys(player);
  // The fresh answer is here before its picture and captions are.
  const isOld = address !== video.url && isExpired(video.url);
  const source = { src: address, poster: isOld ? undefined : (video.poster_url ?? undefined) };
  const captions = typeof video.captions_url === 'string' && !isOld ? video.captions_url : undefined;
  const menu = useChapterTrack(chapters, duration);

  if (address !== undefined && pathOf(address) !== pathOf(video.url)) {
    setAddress(video.url);
    setBroken(false);
  }

  useEffect(() => {
    const element = player.current;
    if (!asked || !element || shownMoments.has(asked)) return;
    shownMoments.add(asked);
    element.currentTime = asked.seconds;
    // A browser may refuse to start by itself; the moment is then shown, paused, and one press plays it.
    element.play().catch(({ name }: DOMException) => name === 'NotAllowedError' && setRefused(asked.seconds));
  }, [asked]);

  const renew = async () => {
    renewals.current += 1;
    const query = { ...protocolQuery(protocolId), staleTime: 0, retry: false, networkMode: 'always' as const };
    const fresh = await client.fetchQuery(query).catch(() => undefined);
    if (fresh?.video?.url) setAddress(fresh.video.url);
    setBroken(!fresh?.video?.url);
  };
  const play = () => {
    if (refused === undefined) return;
    setRefused(undefined);
    // The button that was pressed goes.
    focusWhenLost(() => player.current);
  };
  const isWanting = address === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the player opens
  useEffect(() => {
    if (isWanting) void renew();
  }, [isWanting]);
  const fail = async () => {
    resumeAt.current = player.current?.currentTime || resumeAt.current;
    if (renewals.current === 0) await renew();
    else setBroken(true);
  };
  const open = () => {
    renewals.current = 0;
    if (player.current && resumeAt.current > 0) player.current.currentTime = resumeAt.current;
    resumeAt.current = 0;
    setSound(player.current?.videoWidth === 0);
  };

  if (broken) {
    return (
      <div className={styles.broken} role="alert">
        <p>Запись не открывается. Она сохранена на сервере.</p>
        <Button size="small" onClick={renew}>
          Повторить
        </Button>
      </div>
    );
  }
  return (
    <>
      <div className={classNames(styles.picture, isSound && styles.sound)}>
        <video
          ref={player}
          className={styles.video}
          controls
          playsInline
          preload="metadata"
          {...source}
          aria-label={`Запись: ${title}`}
          onError={fail}
          onLoadedMetadata={open}
          onTimeUpdate={({ currentTarget }) => clock.tell(currentTarget.currentTime)}
          onPlay={play}
          onSeeking={({ currentTarget }) => clock.tell(currentTarget.currentTime)}
        >
          {captions ? <track kind="captions" srcLang="ru" label="Русские" src={captions} /> : null}
          {menu ? <track kind="chapters" srcLang="ru" label="Вопросы повестки" src={menu} /> : null}
        </video>
        {refused === undefined ? null : (
          <Button autoFocus icon={Play} className={styles.start} onClick={() => void player.current?.play()}>
            Смотреть с {formatTimecode(refused)}
          </Button>
        )}
      </div>
      <PlayerBar player={player} />
    </>
  );
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

/** The address of the chapters as a track of the player; undefined where there are none. */
function useChapterTrack(chapters: readonly Chapter[], duration: number): string | undefined {
  const [address, setAddress] = useState<string>();
  const text = chapters.length > 0 ? chapterTrack(chapters, duration) : undefined;
  useEffect(() => {
    if (text === undefined) return setAddress(undefined);
    const made = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return address;
}
