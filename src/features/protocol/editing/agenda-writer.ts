import type { QueryClient } from '@tanstack/react-query';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { currentProtocol, editBase, editOver, enqueueEdit, type ProtocolEdit } from '#src/data/protocol/index.ts';
import { createAgendaHistory, type HistoryDirection, stepped } from './agenda-history.ts';

export type AgendaWriter = ReturnType<typeof createAgendaWriter>;

/** Writes changes of a protocol's agenda, each based on the result of the one before it, and can undo each of them. */
export function createAgendaWriter(client: QueryClient, protocolId: string) {
  const history = createAgendaHistory();
  const saved = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  }

  async function keep(agenda: AgendaItem[], now = currentProtocol(client, protocolId)): Promise<void> {
    if (!now) return;
    const edit = { base: editBase(now), change: { agenda }, people: [] };
    await enqueueEdit({ edit, basedOn: now.unsent?.writes ?? [] });
  }

  return {
    history,
    /** Whether an agenda item was saved on this visit. */
    hasSaved: (itemId: string) => saved.has(itemId),

    /**
     * Changes the agenda when its turn has come, unless `make` returns undefined; `words` describe the change.
     */
    change: (words: (before: AgendaItem[]) => string, make: (before: AgendaItem[]) => AgendaItem[] | undefined) =>
      inTurn(async () => {
        const before = currentProtocol(client, protocolId)?.agenda ?? [];
        const after = make(before);
        if (!after) return undefined;
        const step = { words: words(before), before, after };
        await keep(after);
        history.push(step);
        return step;
      }),

    /** Saves the text typed in an agenda item. All saves of one session are one step of the history. */
    save: (edit: ProtocolEdit, session: string) =>
      inTurn(async () => {
        if (edit.itemId) saved.add(edit.itemId);
        const now = currentProtocol(client, protocolId);
        // The text then stays in its draft.
        if (!now) throw new Error('Nothing of the protocol is on this device');
        const over = editOver(edit, now);
        if (!over) return;
        await enqueueEdit(over);
        const before = now.agenda ?? [];
        const after = over.edit.change.agenda ?? before;
        const place = after.findIndex(({ id }) => id === edit.itemId) + 1;
        const isNew = before.every(({ id }) => id !== edit.itemId);
        history.push({ words: `Вопрос ${place} ${isNew ? 'добавлен' : 'изменён'}`, before, after, session });
      }),

    /** Undoes or redoes the last step that still changes anything; undefined where there is none. */
    step: (direction: HistoryDirection) =>
      inTurn(async () => {
        for (let step = history.next(direction); step; step = history.next(direction)) {
          const now = currentProtocol(client, protocolId);
          const next = now && stepped(step, direction, now);
          if (next) await keep(next.agenda, now);
          history.moved(step, direction);
          if (next) return { ...next, words: step.words };
        }
        return undefined;
      }),
  };
}
