import { type RefObject, useEffect } from 'react';
import { isWriting, type OwnKeys, useOwnKeys } from '#src/ui/index.ts';

/** Seconds that an arrow leads back or on. */
const step = 5;

const help: readonly OwnKeys[] = [
  { either: ['Ctrl+Пробел'], title: 'Пустить или остановить запись, и во время правки', group: 'На этом экране' },
  { either: ['←', '→'], title: 'На пять секунд назад или вперёд, в расшифровке', group: 'На этом экране' },
  { either: ['↑', '↓'], title: 'К соседней строке расшифровки', group: 'На этом экране' },
];

/** What the keys of the player work in, besides the player itself: its bar and the transcript. */
export const playerKeys = { 'data-player-keys': '' } as const;

/**
 * Space plays and pauses, arrows lead back and on, wherever the recording is worked with; Ctrl+Space also where one writes
 * or stands on a button. The browser's own player has its keys already.
 */
export function usePlayerKeys(player: RefObject<HTMLVideoElement | null>): void {
  useOwnKeys(help);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      const video = player.current;
      const isHere = target instanceof Element && target.closest('[data-player-keys]') !== null;
      if (!video || !isHere || event.defaultPrevented || event.isComposing || event.altKey || event.metaKey) return;
      const isToggle = key === ' ' && (event.ctrlKey || !isPressed(target));
      const by = { ArrowLeft: -step, ArrowRight: step }[key] ?? 0;
      if (!isToggle && (by === 0 || event.ctrlKey || event.shiftKey || isWriting(target))) return;
      event.preventDefault();
      if (by !== 0) video.currentTime = Math.max(0, video.currentTime + by);
      else if (video.paused) video.play().catch(() => undefined);
      else video.pause();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [player]);
}

/** Whether the key belongs to what has the focus: it writes a space, or presses a button. */
function isPressed(target: Element): boolean {
  return isWriting(target) || target.matches('button, a, summary, label, [role="button"], [role="tab"]');
}
