import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { type OwnKeys, pressSign, useOwnKeys } from '#src/ui/index.ts';
import type { ViewPurpose } from './document-view.tsx';

let loaded: typeof import('./document-view.tsx') | undefined;
const loadView = async () => {
  loaded = await import('./document-view.tsx');
  return { default: loaded.DocumentView };
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
    const press = (event: KeyboardEvent) => {
      if (event.altKey || pressSign(event) !== 'ctrl+p') return;
      event.preventDefault();
      if (!event.repeat) print();
    };
    // Capture phase: runs before dialogs over the screen stop the event.
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [isThere]);
  const close = () => {
    setPurpose(undefined);
    onClosed();
  };
  const view = purpose ? (
    <Suspense fallback={null}>
      <DocumentView key={purpose} protocol={protocol} purpose={purpose} onClose={close} />
    </Suspense>
  ) : isThere ? (
    <MenuPrint protocol={protocol} />
  ) : null;
  return { open: () => setPurpose('read'), view };
}

/**
 * Prepares for the browser's own command. The view must be loaded before the browser prints from its menu; a modifier
 * key or leaving the window precedes that. A component of its own, so that such a key does not render the whole screen.
 */
function MenuPrint({ protocol }: { protocol: Protocol }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const preload = () =>
      void loadView().then(
        () => setReady(true),
        () => undefined,
      );
    const press = (event: KeyboardEvent) => waysToPrint.has(event.key) && preload();
    document.addEventListener('keydown', press, true);
    document.documentElement.addEventListener('pointerleave', preload);
    return () => {
      document.removeEventListener('keydown', press, true);
      document.documentElement.removeEventListener('pointerleave', preload);
    };
  }, []);
  // Rendered directly: `lazy` would suspend at its first render even though the module is loaded.
  return isReady && loaded ? <loaded.PrintFromMenu protocol={protocol} /> : null;
}
