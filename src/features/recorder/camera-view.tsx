import { useEffect, useRef } from 'react';
import styles from './recorder.module.css';

/** What the camera sees. */
export function CameraView({ stream }: { stream: MediaStream }) {
  const view = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (view.current) view.current.srcObject = stream;
  }, [stream]);
  return <video ref={view} muted autoPlay playsInline aria-label="Изображение с камеры" className={styles.view} />;
}
