import PencilLine from 'lucide-react/icons/pencil-line';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { createStore, type StoreApi, useStore } from 'zustand';
import { formatWhen } from '#src/format/index.ts';
import { Banner, Button } from '#src/ui/index.ts';
import { type ProtocolDraft, protocolDrafts } from '../editing/device-drafts.ts';
import { acquireDraft, holdDraft, whenOneIsLeft } from '../editing/draft-lock.ts';
import type { NewProtocolForm } from '../editing/protocol-form.ts';

/** A draft that this tab alone is writing. */
export interface OwnDraft {
  name: string;
  /** Content that an earlier visit left in the draft. */
  left: ProtocolDraft | undefined;
}

/** Time that a browser may need to release the draft of a closed page, in milliseconds. */
const endingMs = 300;

/** Acquires the latest draft that no other tab is writing, or a new one; undefined until that is known. */
export function useOwnDraft(userId: string, meetingId: string): OwnDraft | undefined {
  const [fresh] = useState(() =>
    protocolDrafts.namesOf(userId, meetingId).length === 0 ? newOwnDraft(userId, meetingId) : undefined,
  );
  const [found, setFound] = useState<OwnDraft>();
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    let release = fresh && holdDraft(fresh.name);
    const acquireLeft = async (names: readonly string[]): Promise<boolean> => {
      for (const name of names) {
        const acquired = await acquireDraft(name);
        // The tab that released the draft may have made the protocol of it.
        const left = acquired && !signal.aborted ? protocolDrafts.read(name) : undefined;
        if (left) {
          release = acquired;
          setFound({ name, left });
          return true;
        }
        acquired?.();
      }
      return false;
    };
    const look = async () => {
      const names = protocolDrafts.namesOf(userId, meetingId);
      if (await acquireLeft(names)) return;
      await whenOneIsLeft(names, AbortSignal.any([signal, AbortSignal.timeout(endingMs)]));
      if ((await acquireLeft(names)) || signal.aborted) return;
      const own = newOwnDraft(userId, meetingId);
      release = holdDraft(own.name);
      setFound(own);
    };
    if (!fresh) void look();
    return () => {
      over.abort();
      release?.();
    };
  }, [fresh, userId, meetingId]);
  return fresh ?? found;
}

function newOwnDraft(userId: string, meetingId: string): OwnDraft {
  return { name: protocolDrafts.newName(userId, meetingId), left: undefined };
}

/** Draft of a new protocol: written to the device with every change, removed once the protocol is made or given up. */
export function useProtocolDraft(name: string, kept: ProtocolDraft | undefined, fresh: () => ProtocolDraft) {
  const [start] = useState(() => kept ?? fresh());
  const draft = useRef(start);
  const thrownAway = useRef<ProtocolDraft>(undefined);
  const [state, setState] = useState({ restoredAt: kept?.savedAt, canUndo: false });
  // A store and not state: it changes with every key, which would render the whole form.
  const [saved] = useState(() => createStore<SavedDraft>(() => ({ savedAt: kept?.savedAt, isFull: false })));

  const write = (change: Partial<ProtocolDraft>) => {
    const savedAt = new Date().toISOString();
    draft.current = { ...draft.current, ...change, savedAt };
    saved.setState({ savedAt, isFull: !protocolDrafts.write(name, draft.current) });
  };

  return {
    start,
    current: () => draft.current,
    remember: write,
    restoredAt: state.restoredAt,
    canUndo: state.canUndo,
    saved,
    remove: () => protocolDrafts.remove(name),
    /** Returns the empty form; `undo` restores the draft. */
    startAnew(): NewProtocolForm {
      thrownAway.current = draft.current;
      draft.current = fresh();
      protocolDrafts.remove(name);
      saved.setState({ savedAt: undefined });
      setState({ restoredAt: undefined, canUndo: true });
      return draft.current.form;
    },
    undo(): NewProtocolForm {
      draft.current = thrownAway.current ?? draft.current;
      write({});
      setState({ restoredAt: draft.current.savedAt, canUndo: false });
      return draft.current.form;
    },
    /** Saves every change of the form. */
    useKeeping(form: UseFormReturn<NewProtocolForm>) {
      const keep = useEffectEvent(write);
      useEffect(
        () =>
          form.subscribe({
            formState: { values: true, isDirty: true },
            callback: ({ values, name }) => {
              // A reset of the form has no field name: nothing was typed.
              if (name !== undefined) keep({ form: structuredClone(values) });
            },
          }),
        [form],
      );
    },
  };
}

interface SavedDraft {
  /** Time of the last write to the device. */
  savedAt: string | undefined;
  /** Whether the device had no room for the draft. */
  isFull: boolean;
}

/** Shows when the draft was last saved. */
export function SavedDraftWords({ saved }: { saved: StoreApi<SavedDraft> }) {
  return savedWords(useStore(saved));
}

function savedWords({ savedAt, isFull }: SavedDraft): string {
  if (isFull) return 'На устройстве нет места: черновик не сохраняется.';
  return savedAt ? `Черновик сохранён ${formatWhen(savedAt, 'в ')}` : 'Черновик сохранится на этом устройстве сам';
}

interface DraftNoteProps {
  restoredAt: string | undefined;
  canUndo: boolean;
  onStartAnew: () => void;
  onUndo: () => void;
}

/** Note that the form was restored from a draft, with a button to start anew, which can be undone. */
export function DraftNote({ restoredAt, canUndo, onStartAnew, onUndo }: DraftNoteProps) {
  if (canUndo) {
    return (
      <Banner
        tone="accent"
        icon={PencilLine}
        title="Форма очищена."
        action={
          <Button size="small" onClick={onUndo}>
            Вернуть черновик
          </Button>
        }
      >
        Черновик можно вернуть, пока вы на этой странице.
      </Banner>
    );
  }
  if (!restoredAt) return null;
  return (
    <Banner
      tone="accent"
      icon={PencilLine}
      title="Здесь ваш черновик."
      action={
        <Button size="small" onClick={onStartAnew}>
          Начать заново
        </Button>
      }
    >
      Он сохранён на этом устройстве {formatWhen(restoredAt, 'в ')}.
    </Banner>
  );
}
