import { use, useCallback } from 'react';
import { showToast } from '#src/ui/index.ts';
import { type EditedPart, EditingContext } from './editing.ts';

/**
 * Turns from the question that is open to another part, or to none: what is typed is brought into the outbox before.
 * Resolves false where it cannot be saved as it is; it stays open then, and says why.
 */
export function usePartSwitch(): (part: EditedPart | undefined) => Promise<boolean> {
  const { open, question } = use(EditingContext);
  return useCallback(
    async (part) => {
      if (question.current && !(await question.current.close())) {
        showToast('Сначала исправьте вопрос, который открыт', { tone: 'warn' });
        return false;
      }
      open(part);
      return true;
    },
    [open, question],
  );
}
