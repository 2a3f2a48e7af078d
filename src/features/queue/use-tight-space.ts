import { useEffect, useRef, useState } from 'react';
import { readSpace, type UploadView } from '#src/sync/index.ts';

/** Room for what else the app keeps beside a video. */
const spare = 32 * 1024 * 1024;

/**
 * Whether the device says that it has no room for a copy of what is still to be sent: asked as the sending begins. It is
 * a warning, not the truth: the copy is tried all the same.
 */
export function useTightSpace({ id, state, size, acknowledgedBytes, staged }: UploadView): boolean {
  const [tightFor, setTightFor] = useState<string>();
  const left = useRef(0);
  left.current = size - acknowledgedBytes;
  const isRunning = !staged && (state === 'queued' || state === 'syncing' || state === 'uploading');
  useEffect(() => {
    if (!isRunning) return undefined;
    let gone = false;
    void readSpace().then((space) => {
      if (!gone) setTightFor(space && space.free < left.current + spare ? id : undefined);
    });
    return () => {
      gone = true;
    };
  }, [id, isRunning]);
  return isRunning && tightFor === id;
}
