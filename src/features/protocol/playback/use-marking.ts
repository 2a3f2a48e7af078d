import { use, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Mark } from '#contract/protocols/mark.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { createMark, updateMark } from '#src/data/mark/index.ts';
import { momentNow } from '#src/data/recording/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { enqueue, errorWords } from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';

/** A mark whose words are being written. */
export interface OpenMark {
  mark: Mark;
  /** Whether its words are being saved to the device. */
  isEnding: boolean;
}

/**
 * Marks the running recording: beginnings of agenda items, and single moments. `announcement` describes the last
 * action.
 */
export function useMarking({ id: protocolId, agenda }: Pick<Protocol, 'id' | 'agenda'>, openId: string | undefined) {
  const { question, writer } = use(EditingContext);
  const [announcement, announce] = useState('');
  const [open, setOpen] = useState<readonly OpenMark[]>([]);
  /** Whether each mark was saved, by its id. */
  const kept = useRef(new Map<string, Promise<boolean>>());

  /** Resolves with whether the mark was saved. */
  const attempt = async (work: Promise<unknown>, failed = 'Отметка не сохранена'): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      showToast(`${failed}. ${errorWords(error).words}`, { tone: 'bad' });
      return false;
    }
  };

  /** Marks the current moment as the beginning of the open item, or else of the one that has the focus. */
  const beginQuestion = async () => {
    const at = momentNow(protocolId);
    const id = openId ?? document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item;
    if (!at) return;
    if (id === undefined) return announce('Поставьте курсор в вопрос, который начинается');
    if (question.current?.id === id) question.current.begin(at);
    else {
      const step = writer?.change(
        (before) => `Начало вопроса ${placeOf(before, id)} отмечено в записи`,
        (before) => before.map((item) => (item.id === id ? { ...item, evidence: at } : item)),
      );
      if (!(await attempt(Promise.resolve(step)))) return;
    }
    // An item that is being added comes after the existing ones.
    const place = placeOf(agenda ?? [], id) || (agenda?.length ?? 0) + 1;
    announce(`Вопрос ${place} начинается: ${formatTimecode(at.start)}`);
  };

  /** Saves a mark at once, so that it cannot be lost; words may follow. */
  const mark = () => {
    const at = momentNow(protocolId);
    if (!at) return;
    const { start, recording_id } = at;
    const next: Mark = { id: uuidv7(), at: start, text: null, agenda_id: openId ?? null, recording_id };
    setOpen((all) => [...all, { mark: next, isEnding: false }]);
    announce('');
    kept.current.set(next.id, attempt(enqueue(createMark, { protocolId, mark: next })));
  };

  /** Ends a mark with or without words; where they cannot be saved, it stays open with them. */
  const endMark = async (mark: Mark, typed: string) => {
    const created = kept.current.get(mark.id);
    if (!created) return;
    // The mark is ended once only, whatever else tries to end it meanwhile.
    kept.current.delete(mark.id);
    const turn = (isEnding: boolean) =>
      setOpen((all) => all.map((each) => (each.mark.id === mark.id ? { mark, isEnding } : each)));
    turn(true);
    const text = typed.trim() || null;
    const isThere = await created;
    const words = !text
      ? undefined
      : isThere
        ? enqueue(updateMark, { protocolId, mark, text })
        : enqueue(createMark, { protocolId, mark: { ...mark, text } });
    if (words && !(await attempt(words, 'Слова отметки не сохранены'))) {
      kept.current.set(mark.id, created);
      return turn(false);
    }
    setOpen((all) => all.filter((each) => each.mark.id !== mark.id));
    if (isThere || text) announce(`Отметка ${formatTimecode(mark.at)} поставлена`);
  };

  return { announcement, open, beginQuestion, mark, endMark };
}

/** Returns the place in the agenda, counted from 1; 0 where the item is not there. */
function placeOf(agenda: readonly { id: string }[], id: string): number {
  return agenda.findIndex((each) => each.id === id) + 1;
}
