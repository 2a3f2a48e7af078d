import { useEffect, useState } from 'react';
import type { Role } from '#contract/roles.ts';
import { closeSearch, loadSearchPalette, typedEarly, useSearchOpen } from '#src/features/search/index.ts';
import { useSession } from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';

type Palette = Awaited<ReturnType<typeof loadSearchPalette>>;

/** Search over the current screen. */
export function SearchPanel({ role }: { role: Role }) {
  const { userId = '' } = useSession();
  const isOpen = useSearchOpen();
  const [Palette, setPalette] = useState<Palette>();
  const isWanted = isOpen && !Palette;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isLeft = false;
    loadSearchPalette().then(
      (loaded) => isLeft || setPalette(() => loaded),
      () => {
        if (isLeft) return;
        closeSearch();
        showToast('Поиск ещё не загружен', { detail: 'Он откроется, когда вернётся подключение.', tone: 'warn' });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [isWanted]);
  // Closed on unmount, so that it is not open for the next person.
  useEffect(() => closeSearch, []);
  if (!isOpen) return null;
  return Palette ? <Palette userId={userId} role={role} /> : <EarlySearch />;
}

/** Input for text typed right after Ctrl+K, before the palette is loaded: its letters would trigger shortcuts. */
function EarlySearch() {
  return (
    <input
      className="visually-hidden"
      aria-label="Поиск"
      // biome-ignore lint/a11y/noAutofocus: it was asked for
      autoFocus
      onChange={({ currentTarget }) => typedEarly.keep(currentTarget.value)}
    />
  );
}
