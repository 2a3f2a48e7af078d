import { counted } from '#src/format/index.ts';
import { type MutationState, needsPerson, type OutboxRow, outbox } from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';
import { openQueue } from './queue-panel.ts';

/**
 * Milliseconds to wait: a form that is still open, here or in another tab, takes its refusal back; only the rest is
 * shown.
 */
const settleMs = 1_000;

/**
 * Shows a toast, once and while the page is visible, when a mutation begins to wait for the person. Mutations that
 * waited before are left to the indicator. Returns a function that stops it.
 */
export function followRefusals(): () => void {
  const underWay = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = () => {
    timer = undefined;
    const news = outbox.list().filter((row) => needsPerson(row) && underWay.delete(row.id));
    if (news.length > 0 && document.visibilityState !== 'hidden') tell(news);
  };
  const unsubscribe = outbox.subscribe(() => {
    for (const row of outbox.list()) {
      if (row.state === 'waiting') underWay.add(row.id);
      else if (needsPerson(row) && underWay.has(row.id)) timer ??= setTimeout(look, settleMs);
    }
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

function tell(rows: readonly OutboxRow[]): void {
  const [first] = rows;
  if (!first) return;
  if (rows.length === 1) showToast(titles[first.state], { detail: first.title, tone: 'bad', onOpen: openQueue });
  else {
    const detail = counted(rows.length, 'изменение', 'изменения', 'изменений');
    showToast('Нужно ваше решение', { detail, tone: 'bad', onOpen: openQueue });
  }
}

const titles: Record<MutationState, string> = {
  waiting: 'Ожидает отправки',
  sent: 'Отправлено',
  failed: 'Изменение не отправлено',
  conflict: 'Конфликт версий',
  unsure: 'Нужно ваше решение',
  unnamed: 'Нужно ваше решение',
};
