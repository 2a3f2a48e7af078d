import ChevronDown from 'lucide-react/icons/chevron-down';
import { type RefObject, useId, useState } from 'react';
import { Button, classNames, fieldStyles as field, Icon } from '#src/ui/index.ts';
import { playerKeys } from '../playback/player-context.ts';
import styles from './video-card.module.css';

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;
const jump = 10;

/** What the browser's own controls leave out: steps of ten seconds and the speed. */
export function PlayerBar({ player }: { player: RefObject<HTMLVideoElement | null> }) {
  const id = useId();
  const [speed, setSpeed] = useState(1);
  const lead = (seconds: number) => {
    if (player.current) player.current.currentTime = Math.max(0, player.current.currentTime + seconds);
  };
  const play = (rate: number) => {
    setSpeed(rate);
    if (!player.current) return;
    player.current.playbackRate = rate;
    // Kept when another address of the same recording is loaded.
    player.current.defaultPlaybackRate = rate;
  };
  return (
    <div className={styles.bar} {...playerKeys}>
      <Button size="small" variant="quiet" aria-label="−10 с, назад на 10 секунд" onClick={() => lead(-jump)}>
        −10 с
      </Button>
      <Button size="small" variant="quiet" aria-label="+10 с, вперёд на 10 секунд" onClick={() => lead(jump)}>
        +10 с
      </Button>
      <label className={styles.speed} htmlFor={id}>
        Скорость
      </label>
      <div className={field.inside}>
        <select
          id={id}
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
        <Icon of={ChevronDown} size={16} className={field.chevron ?? ''} />
      </div>
    </div>
  );
}
