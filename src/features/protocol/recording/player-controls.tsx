import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import ListTree from 'lucide-react/icons/list-tree';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { use, useState } from 'react';
import { formatPercent } from '#src/format/index.ts';
import { classNames, fieldStyles as field, Icon, IconButton } from '#src/ui/index.ts';
import { PlayerContext, useCurrentLine } from '../playback/player-context.ts';
import type { Tick } from '../playback/ticks.ts';
import { togglePlay, useMediaValue } from '../playback/use-media-value.ts';
import styles from './player.module.css';

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;
const jump = 10;

/** State of a list or a picture that a button of the player opens and closes. */
export interface Fold {
  isOpen: boolean;
  toggle: () => void;
}

interface PlayerControlsProps {
  media: HTMLMediaElement | null;
  /** Ticks of the agenda items in the order of time. */
  chapters: readonly Tick[];
  /** Fold of the list of moments; undefined where the list would be empty. */
  moments: Fold | undefined;
  /** Fold of the picture; undefined for a sound recording. */
  picture: Fold | undefined;
}

/** Buttons of the player, the same for video and for sound alone. */
export function PlayerControls({ media, chapters, moments, picture }: PlayerControlsProps) {
  const isPaused = useMediaValue(media, ({ paused }) => paused, true);
  const lead = (seconds: number) => {
    if (media) media.currentTime = Math.max(0, media.currentTime + seconds);
  };
  return (
    <div className={styles.controls}>
      <IconButton
        icon={isPaused ? Play : Pause}
        label={isPaused ? 'Воспроизвести' : 'Пауза'}
        className={styles.play}
        data-play=""
        disabled={!media}
        onClick={() => media && togglePlay(media)}
      />
      <IconButton size="small" icon={RotateCcw} label="Назад на 10 секунд" onClick={() => lead(-jump)} />
      <IconButton size="small" icon={RotateCw} label="Вперёд на 10 секунд" onClick={() => lead(jump)} />
      <CurrentChapter chapters={chapters} />
      <Speed media={media} />
      <Volume media={media} />
      {moments ? <MomentsButton moments={moments} /> : null}
      {picture ? (
        <IconButton
          size="small"
          icon={picture.isOpen ? ChevronUp : ChevronDown}
          label={picture.isOpen ? 'Свернуть изображение' : 'Показать изображение'}
          aria-expanded={picture.isOpen}
          onClick={picture.toggle}
        />
      ) : null}
    </div>
  );
}

/** Button that opens and closes the list of moments. */
export function MomentsButton({ moments }: { moments: Fold }) {
  return (
    <IconButton
      size="small"
      icon={ListTree}
      label="Вопросы и отметки"
      aria-expanded={moments.isOpen}
      className={classNames(styles.listing, moments.isOpen && styles.isOpen)}
      onClick={moments.toggle}
    />
  );
}

/** Agenda item at the current position of the recording. */
function CurrentChapter({ chapters }: { chapters: readonly Tick[] }) {
  const { clock } = use(PlayerContext);
  const now = chapters[useCurrentLine(chapters, clock)];
  return (
    <bdi className={styles.now} title={now?.words}>
      {now?.words}
    </bdi>
  );
}

function Speed({ media }: { media: HTMLMediaElement | null }) {
  const [speed, setSpeed] = useState(1);
  const play = (rate: number) => {
    setSpeed(rate);
    if (!media) return;
    media.playbackRate = rate;
    // `defaultPlaybackRate` keeps the rate when another address of the same recording is loaded.
    media.defaultPlaybackRate = rate;
  };
  return (
    <div className={classNames(field.inside, styles.speed)}>
      <select
        aria-label="Скорость"
        title="Скорость"
        className={classNames(field.control, field.select, styles.speeds)}
        value={speed}
        onChange={(event) => play(Number(event.currentTarget.value))}
      >
        {speeds.map((rate) => (
          <option key={rate} value={rate}>
            {rate.toLocaleString('ru')}×
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size={14} className={field.chevron ?? ''} />
    </div>
  );
}

/** Mute button with a volume slider beside it, for a pointer or the keys. */
function Volume({ media }: { media: HTMLMediaElement | null }) {
  const volume = useMediaValue(media, (each) => (each.muted ? 0 : each.volume), 1);
  const set = (loud: number) => {
    if (!media) return;
    media.volume = loud;
    media.muted = loud === 0;
  };
  const mute = () => {
    if (!media) return;
    // After turning the volume down to 0, unmuting alone would leave it silent.
    if (volume === 0 && media.volume === 0) media.volume = 1;
    media.muted = volume > 0;
  };
  return (
    <div className={styles.volume}>
      <IconButton
        size="small"
        icon={volume === 0 ? VolumeX : Volume2}
        label={volume === 0 ? 'Включить звук' : 'Выключить звук'}
        disabled={!media}
        onClick={mute}
      />
      <span className={styles.loudness}>
        <input
          type="range"
          aria-label="Громкость"
          aria-valuetext={formatPercent(volume * 100)}
          min={0}
          max={1}
          step={0.05}
          value={volume}
          disabled={!media}
          onChange={({ currentTarget }) => set(currentTarget.valueAsNumber)}
        />
      </span>
    </div>
  );
}
