import { renderToStaticMarkup } from 'react-dom/server';
import { PublicFrameStart } from '#src/features/session/public-frame.tsx';

/** Returns what the page shows before any script has come, to whoever is not signed in. Run by the build, in Node. */
export function firstPaint(): string {
  return renderToStaticMarkup(
    <div data-first-paint aria-hidden inert>
      <PublicFrameStart />
    </div>,
  );
}
