import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { openQueue } from '#src/features/queue/index.ts';
import { focusWhenThere } from '#src/ui/index.ts';
import type { Place, ScreenPlace } from './finding.ts';

interface Jumps {
  /** Moves to a place, whatever tab or form it is in. */
  jump: (place: Place) => void;
  /** The last jump on this screen; each jump is a new object. */
  asked: { place: ScreenPlace } | undefined;
}

const JumpContext = createContext<Jumps>({ jump: () => undefined, asked: undefined });

/** Connects the components that name a place with the part of the screen that shows it. */
export function JumpProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Jumps['asked']>();
  const jumps = useMemo(
    () => ({
      asked,
      jump(place: Place) {
        if (place.at === 'queue') return openQueue(place.writes);
        if (place.at !== 'write') return setAsked({ place });
        void navigate(place.href);
        // The form takes the focus when it opens; this covers a form that is already open.
        focusWhenThere(() => document.querySelector<HTMLElement>('[data-kept]'));
      },
    }),
    [asked, navigate],
  );
  return <JumpContext value={jumps}>{children}</JumpContext>;
}

export function useJump(): Jumps['jump'] {
  return use(JumpContext).jump;
}

/** Completed jumps: a change of the layout mounts components again and must not repeat a jump. */
const landed = new WeakSet<object>();

/**
 * Calls `land` once for each jump requested while the caller is mounted. A late caller may have been mounted only
 * because of the jump, so it also gets the current one, unless a `land` has returned true for it.
 */
export function useJumps(land: (place: ScreenPlace) => boolean | Promise<void>, isLate = false): void {
  const { asked } = use(JumpContext);
  const landAt = useEffectEvent(land);
  const seen = useRef(isLate ? undefined : asked);
  useEffect(() => {
    if (!asked || seen.current === asked || (isLate && landed.has(asked))) return;
    seen.current = asked;
    if (landAt(asked.place) === true) landed.add(asked);
  }, [asked, isLate]);
}
