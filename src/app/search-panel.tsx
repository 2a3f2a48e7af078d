import { type ComponentType, useEffect, useState } from 'react';
import type { Role } from '#contract/roles.ts';
import { closeSearch, typedEarly, useSearchOpen } from '#src/features/search/index.ts';
import { useSession } from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';

type Palette = ComponentType<{ userId: string; role: Role }>;

/** The code of the palette: fetched when it is first wanted, and among what is there without a connection. */
export const loadSearch = async (): Promise<Palette> =>
  (await import('#src/features/search/search-palette.tsx')).SearchPalette;

/** The search over whatever screen is shown. */
export function SearchPanel({ role }: { role: Role }) {
  const { userId = '' } = useSession();
  const isOpen = useSearchOpen();
  const [Palette, setPalette] = useState<Palette>();
  const isWanted = isOpen && !Palette;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isLeft = false;
    loadSearch().then(
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
  // What one person had open is not there for the next.
  useEffect(() => closeSearch, []);
  if (!isOpen) return null;
  return Palette ? <Palette userId={userId} role={role} /> : <EarlySearch />;
}

/** Takes what is typed at once after Ctrl+K: letters would be shortcuts. */
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
