import { useCallback, useEffect, useRef, useState } from 'react';
import {
  closeDevices,
  type DeviceChoice,
  deniedDevices,
  deviceFault,
  listDevices,
  openDevices,
} from '#src/data/recording/index.ts';

type Listed = Awaited<ReturnType<typeof listDevices>>;

/**
 * Opens the chosen devices while the caller is mounted and lists the available ones. `keep` hands over the stream,
 * which then is not closed. `retry` opens the devices again after a refusal.
 */
export function useDevices({ mode, cameraId, microphoneId }: DeviceChoice) {
  const [stream, setStream] = useState<MediaStream>();
  const [fault, setFault] = useState<string>();
  const [listed, setListed] = useState<Listed>({ cameras: [], microphones: [] });
  const [attempt, setAttempt] = useState(0);
  const kept = useRef<MediaStream>(undefined);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens them anew
  useEffect(() => {
    let isOver = false;
    let opened: MediaStream | undefined;
    const open = async () => {
      setFault(undefined);
      try {
        opened = await openDevices({ mode, cameraId, microphoneId });
      } catch (error) {
        const words = deviceFault(error, mode, await deniedDevices(mode));
        if (!isOver) setFault(words);
        return;
      }
      if (isOver) return closeDevices(opened);
      // If a device is unplugged before the recording starts, the remaining ones are opened.
      for (const track of opened.getTracks()) track.addEventListener('ended', retry);
      setStream(opened);
      setListed(await listDevices().catch(() => ({ cameras: [], microphones: [] })));
    };
    void open();
    return () => {
      isOver = true;
      setStream(undefined);
      for (const track of opened?.getTracks() ?? []) track.removeEventListener('ended', retry);
      if (opened !== kept.current) closeDevices(opened);
    };
  }, [mode, cameraId, microphoneId, attempt, retry]);

  useEffect(() => {
    const list = () => void listDevices().then(setListed, () => undefined);
    navigator.mediaDevices.addEventListener('devicechange', list);
    return () => navigator.mediaDevices.removeEventListener('devicechange', list);
  }, []);

  const keep = (handed: MediaStream | undefined) => {
    kept.current = handed;
  };
  return { stream, fault, ...listed, retry, keep };
}
