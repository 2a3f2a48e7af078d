import Captions from 'lucide-react/icons/captions';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import PictureInPicture from 'lucide-react/icons/picture-in-picture-2';
import { type RefObject, useEffect, useState } from 'react';
import { IconButton } from '#src/ui/index.ts';
import styles from './player.module.css';

interface PictureButtonsProps {
  media: HTMLVideoElement | null;
  /** The player as a whole, so that the full screen includes its controls. */
  frame: RefObject<HTMLElement | null>;
  hasCaptions: boolean;
}

/** Buttons for pictures only: captions, picture-in-picture, full screen; each where the browser supports it. */
export function PictureButtons({ media, frame, hasCaptions }: PictureButtonsProps) {
  const [isFull, setFull] = useState(false);
  const [hasWords, setWords] = useState(false);
  useEffect(() => {
    const own = frame.current;
    const isOwn = () => document.fullscreenElement !== null && document.fullscreenElement === own;
    const look = () => setFull(isOwn());
    document.addEventListener('fullscreenchange', look);
    return () => {
      document.removeEventListener('fullscreenchange', look);
      // When playing ends, this button, which leaves the full screen, is unmounted.
      if (isOwn()) void document.exitFullscreen().catch(() => undefined);
    };
  }, [frame]);
  useEffect(() => {
    for (const track of media?.textTracks ?? []) {
      if (track.kind === 'captions') track.mode = hasWords && hasCaptions ? 'showing' : 'disabled';
    }
  }, [media, hasWords, hasCaptions]);
  if (!media) return null;
  const enterFull = fullScreenOf(media, frame.current);
  const leaveOrEnter = () => (isFull ? document.exitFullscreen() : enterFull?.());
  return (
    <div className={styles.over}>
      {hasCaptions ? (
        <IconButton
          size="small"
          icon={Captions}
          label="Субтитры"
          aria-pressed={hasWords}
          onClick={() => setWords(!hasWords)}
        />
      ) : null}
      {document.pictureInPictureEnabled ? (
        <IconButton
          size="small"
          icon={PictureInPicture}
          label="Картинка в картинке"
          onClick={() => void floatOrReturn(media).catch(() => undefined)}
        />
      ) : null}
      {enterFull ? (
        <IconButton
          size="small"
          icon={isFull ? Minimize : Maximize}
          label={isFull ? 'Выйти из полного экрана' : 'Во весь экран'}
          onClick={() => void Promise.resolve(leaveOrEnter()).catch(() => undefined)}
        />
      ) : null}
    </div>
  );
}

/** Returns how a recording fills the screen; on an iPhone only the video element itself can. */
function fullScreenOf(media: HTMLVideoElement, frame: HTMLElement | null): (() => unknown) | undefined {
  if (document.fullscreenEnabled) return () => frame?.requestFullscreen();
  const { webkitEnterFullscreen } = media as HTMLVideoElement & { webkitEnterFullscreen?: () => void };
  return webkitEnterFullscreen?.bind(media);
}

async function floatOrReturn(media: HTMLVideoElement): Promise<void> {
  if (document.pictureInPictureElement === media) await document.exitPictureInPicture();
  else await media.requestPictureInPicture();
}
