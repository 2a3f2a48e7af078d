import { useEffect, useState } from 'react';
import { type Chapter, chapterTrack } from '../playback/chapters.ts';

/** The address of the chapters as a track of the player; undefined where there are none. */
export function useChapterTrack(chapters: readonly Chapter[], duration: number): string | undefined {
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
