import type { QueryClient } from '@tanstack/react-query';
import { createStore, useStore } from 'zustand';
import type { AttachmentPlace } from './attachment-places.ts';

interface Refusal extends AttachmentPlace {
  words: readonly string[];
}

/** Reason why the last chosen files were not accepted, with the place where it is shown. */
const refusals = createStore<{ last: Refusal | undefined }>(() => ({ last: undefined }));

/** Returns why files were not accepted at this place; undefined where all were. */
export function useRefusal({ protocolId, itemId }: AttachmentPlace): string | undefined {
  const words = useStore(refusals, ({ last }) =>
    last?.protocolId === protocolId && last.itemId === itemId ? last.words : undefined,
  );
  return words && words.length > 0 ? words.join(' ') : undefined;
}

/**
 * Opens the file chooser and attaches the chosen files. It has to be called in the handler of a press: otherwise the
 * browser opens no chooser.
 * @param label accessible name of the field
 */
export function chooseAttachments(client: QueryClient, place: AttachmentPlace, label: string): void {
  document.querySelector('[data-attaches]')?.remove();
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, hidden: true });
  input.dataset.attaches = '';
  input.setAttribute('aria-label', label);
  // A browser may discard a detached field while its files are being chosen.
  document.body.append(input);
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.remove();
    void attach(client, place, files);
  });
  input.addEventListener('cancel', () => input.remove());
  input.click();
}

/** Attaches files to a place, and shows there why some were not accepted. */
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
