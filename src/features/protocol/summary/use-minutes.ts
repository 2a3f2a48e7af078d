import { use, useMemo } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Evidence } from '#contract/evidence.ts';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import { EditingContext } from '../editing/editing.ts';
import { chaptersOf } from '../playback/chapters.ts';
import { lineAt } from '../playback/player-context.ts';
import { protocolWith } from '../playback/recordings.ts';

/** Words of the recording that are copied into the minutes, with their moment. */
export interface QuotedWords {
  text: string;
  evidence?: Evidence | null | undefined;
}

/**
 * Copies words of the recording into the agenda, each as a step that can be undone. Resolves false where the
 * question that is open cannot be saved as it is.
 */
export function useMinutes() {
  const { question, writer } = use(EditingContext);
  return useMemo(() => {
    const change = async (words: string, make: (before: AgendaItem[]) => AgendaItem[]) => {
      // The text of the open question is saved first, so that the agenda has both.
      if (question.current && !(await question.current.save())) return false;
      const step = await writer?.change(() => words, make);
      if (step) question.current?.restart(step.after);
      return step !== undefined;
    };
    return {
      addQuestion: ({ text, evidence }: QuotedWords) =>
        change('Вопрос добавлен из записи', (before) => [
          ...before,
          { id: uuidv7(), title: text, ...moment(evidence) },
        ]),
      addDecision: (itemId: string, { text, evidence }: QuotedWords) =>
        change('Решение добавлено из записи', (before) =>
          before.map((item) =>
            item.id === itemId ? withDecision(item, { id: uuidv7(), text, ...moment(evidence) }) : item,
          ),
        ),
      /** Sets the moment of the recording at which the item begins. */
      beginQuestion: (itemId: string, at: Evidence) =>
        change('Начало вопроса отмечено в записи', (before) =>
          before.map((item) => (item.id === itemId ? begunAt(item, at) : item)),
        ),
    };
  }, [question, writer]);
}

function withDecision(item: AgendaItem, decision: NonNullable<AgendaItem['decisions']>[number]): AgendaItem {
  return { ...item, decisions: [...pointsOf(item), decision] };
}

/**
 * Returns the decisions; the single text of a provider without points becomes the first one and takes the moment along.
 */
function pointsOf({ decisions, decision, evidence }: AgendaItem): NonNullable<AgendaItem['decisions']> {
  if (decisions?.length) return decisions;
  return decision?.trim() ? [{ text: decision, ...moment(evidence) }] : [];
}

function begunAt(item: AgendaItem, evidence: Evidence): AgendaItem {
  const decisions = pointsOf(item);
  return { ...item, ...(decisions.length > 0 ? { decisions } : {}), evidence };
}

function moment(evidence: Evidence | null | undefined) {
  return evidence ? { evidence } : {};
}

/**
 * Returns the id of the item discussed at a moment: that of the last chapter that had begun, before the first chapter
 * the first item of the agenda, and without a moment the last item. '' for an empty agenda.
 */
export function questionAt(
  protocol: Partial<Pick<Protocol, 'agenda' | 'tasks' | 'video' | 'recordings'>>,
  evidence: Evidence | null | undefined,
): string {
  const { agenda, tasks, video } = protocolWith(protocol, evidence?.recording_id);
  if (!evidence) return agenda?.at(-1)?.id ?? '';
  const chapters = chaptersOf({ agenda, tasks, video });
  return (chapters[lineAt(chapters, evidence.start)] ?? agenda?.[0])?.id ?? '';
}
