import type { QueryClient } from '@tanstack/react-query';
import { createStore, useStore } from 'zustand';
import type { AttachmentPlace } from './attachment-places.ts';

interface Refusal extends AttachmentPlace {
  words: readonly string[];
}

/** Why files that were chosen last were not taken: said where they were to go. */
const refusals = createStore<{ last: Refusal | undefined }>(() => ({ last: undefined }));

/** Returns why files were not taken at this place; undefined where all were. */
export function useRefusal({ protocolId, itemId }: AttachmentPlace): string | undefined {
  const words = useStore(refusals, ({ last }) =>
    last?.protocolId === protocolId && last.itemId === itemId ? last.words : undefined,
  );
  return words && words.length > 0 ? words.join(' ') : undefined;
}

/**
 * Lets files be chosen and attaches them. To be called in the handler of a press: without one a browser opens no choice.
 * @param label what the field is called for whoever does not see it
 */
export function chooseAttachments(client: QueryClient, place: AttachmentPlace, label: string): void {
  document.querySelector('[data-attaches]')?.remove();
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, hidden: true });
  input.dataset.attaches = '';
  input.setAttribute('aria-label', label);
  // A browser may forget a field that no page holds while its files are being chosen.
  document.body.append(input);
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.remove();
    void attach(client, place, files);
  });
  input.addEventListener('cancel', () => input.remove());
  input.click();
}

/** Attaches files to a place, and says there why some were not. */
export async function attach(client: QueryClient, place: AttachmentPlace, files: readonly File[]): Promise<void> {
  refusals.setState({ last: undefined });
  if (files.length === 0) return;
  try {
    const { attachFiles } = await import('./attach-files.ts');
    const words = await attachFiles(client, place, files);
    refusals.setState({ last: { ...place, words } });
  } catch {
    refusals.setState({ last: { ...place, words: ['Файлы не приложены. Попробуйте ещё раз.'] } });
  }
}
