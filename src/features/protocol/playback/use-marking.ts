import { use, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Mark } from '#contract/mark.ts';
import type { Protocol } from '#contract/protocol.ts';
import { createMark, updateMark } from '#src/data/mark/index.ts';
import { momentNow } from '#src/data/recording/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { enqueue, errorWords } from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';

/** Marks the recording that runs: where a question begins, and single moments. `said` is what was done last. */
export function useMarking({ id: protocolId, agenda }: Pick<Protocol, 'id' | 'agenda'>, openId: string | undefined) {
  const { question, writer } = use(EditingContext);
  const [said, say] = useState('');
  const [made, setMade] = useState<Mark>();

  /** Resolves whether it is kept. */
  const attempt = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      showToast(`Отметка не сохранена. ${errorWords(error).words}`, { tone: 'bad' });
      return false;
    }
  };

  /** The question that is open, else the one that has the focus, begins now. */
  const beginQuestion = async () => {
    const at = momentNow(protocolId);
    const id = openId ?? document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item;
    if (!at) return;
    if (id === undefined) return say('Поставьте курсор в вопрос, который начинается');
    if (question.current?.id === id) question.current.begin(at);
    else {
      const step = writer?.change(
        (before) => `Начало вопроса ${placeOf(before, id)} отмечено в записи`,
        (before) => before.map((item) => (item.id === id ? { ...item, evidence: at } : item)),
      );
      if (!(await attempt(Promise.resolve(step)))) return;
    }
    // One that is being added comes after all that are there.
    const place = placeOf(agenda ?? [], id) || (agenda?.length ?? 0) + 1;
    say(`Вопрос ${place} начинается: ${formatTimecode(at.start)}`);
  };

  /** Kept at once, so that nothing can be lost of it; words may follow. */
  const mark = () => {
    const at = momentNow(protocolId);
    if (!at) return;
    const { start, recording_id } = at;
    const next: Mark = { id: uuidv7(), at: start, text: null, agenda_id: openId ?? null, recording_id };
    setMade(next);
    say('');
    void attempt(enqueue(createMark, { protocolId, mark: next })).then(
      // What is not there gets no words.
      (isKept) => isKept || setMade((shown) => (shown?.id === next.id ? undefined : shown)),
    );
  };

  /** Ends the mark that was made last, with these words or without. */
  const endMark = (typed: string) => {
    if (!made) return;
    const text = typed.trim() || null;
    if (text) void attempt(enqueue(updateMark, { protocolId, mark: made, text }));
    setMade(undefined);
    say(`Отметка ${formatTimecode(made.at)} поставлена`);
  };

  return { said, made, beginQuestion, mark, endMark };
}

/** Counted from 1; 0 where it is not there. */
function placeOf(agenda: readonly { id: string }[], id: string): number {
  return agenda.findIndex((each) => each.id === id) + 1;
}
