import { useEffect, useRef, useState } from 'react';
import { followSound } from '#src/data/recording/index.ts';
import styles from './recorder.module.css';

/** Level of the microphone, with a warning where it stays silent, so that nobody records an hour of silence. */
export function SoundMeter({ stream, paused = false }: { stream: MediaStream; paused?: boolean }) {
  const [isSilent, setSilent] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      followSound(stream, (sound) => {
        // Updated ten times a second, so it bypasses React.
        if (bar.current) bar.current.style.width = `${Math.round(sound.level * 100)}%`;
        setSilent(sound.isSilent);
      }),
    [stream],
  );
  return (
    <div>
      <p aria-hidden className={styles.caption}>
        Уровень звука
      </p>
      <div aria-hidden className={styles.meter}>
        <div ref={bar} className={styles.level} />
      </div>
      <p role="status" className={styles.silence}>
        {isSilent && !paused ? 'Звука не слышно. Проверьте, тот ли микрофон выбран и не выключен ли он.' : ''}
      </p>
    </div>
  );
}

/** Picture of the camera. */
export function CameraView({ stream }: { stream: MediaStream }) {
  const view = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (view.current) view.current.srcObject = stream;
  }, [stream]);
  return <video ref={view} muted autoPlay playsInline aria-label="Изображение с камеры" className={styles.view} />;
}
