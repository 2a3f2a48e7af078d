import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Protocol } from '#contract/protocol.ts';
import { type OwnKeys, pressSign, useOwnKeys } from '#src/ui/index.ts';
import type { ViewPurpose } from './document-view.tsx';

let isLoaded = false;
const loadView = async () => {
  const { DocumentView } = await import('./document-view.tsx');
  isLoaded = true;
  return { default: DocumentView };
};
const DocumentView = lazy(loadView);

const printKeys: readonly OwnKeys[] = [{ either: ['ctrl+p'], title: 'Напечатать протокол', group: 'На этом экране' }];
const waysToPrint = new Set(['Control', 'Meta', 'Alt', 'F10']);
const noKeys: readonly OwnKeys[] = [];

/**
 * Shows the protocol as a document, and prints that instead of the screen: with Ctrl+P from any focus, and with the
 * browser's own command. `view` is null while nothing is shown; nothing is printed while only the row of the list is
 * there.
 */
export function useDocumentView(protocol: Protocol, isThere: boolean, onClosed: () => void) {
  const [purpose, setPurpose] = useState<ViewPurpose>();
  const print = useEffectEvent(() => (purpose ? window.print() : setPurpose('print')));
  useOwnKeys(isThere ? printKeys : noKeys);
  useEffect(() => {
    if (!isThere) return;
    // The view must be loaded before the browser prints from its menu; a modifier key or leaving the window precedes
    // that.
    const preload = () => void loadView().catch(() => undefined);
    const press = (event: KeyboardEvent) => {
      if (waysToPrint.has(event.key)) preload();
      if (event.altKey || pressSign(event) !== 'ctrl+p') return;
      event.preventDefault();
      if (!event.repeat) print();
    };
    const before = () => {
      // The browser prints the page as it is when this returns, so only what is already loaded can be shown.
      if (isLoaded) flushSync(() => setPurpose((now) => now ?? 'paper'));
    };
    const after = () => setPurpose((now) => (now === 'paper' ? undefined : now));
    // Capture phase: runs before dialogs over the screen stop the event.
    document.addEventListener('keydown', press, true);
    document.documentElement.addEventListener('pointerleave', preload);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      document.removeEventListener('keydown', press, true);
      document.documentElement.removeEventListener('pointerleave', preload);
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [isThere]);
  const close = () => {
    setPurpose(undefined);
    onClosed();
  };
  const view = purpose ? (
    <Suspense fallback={null}>
      <DocumentView key={purpose} protocol={protocol} purpose={purpose} onClose={close} />
    </Suspense>
  ) : null;
  return { open: () => setPurpose('read'), view };
}
