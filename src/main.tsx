import './app/web-locks-polyfill.ts';

import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { AppRouter } from './app/app-router.tsx';
import { followIntent } from './app/follow-intent.ts';
import { followLaunches, wasReloaded } from './app/follow-launches.ts';
import { registerWorker } from './app/register-worker.ts';
import { watchParts } from './app/reload-on-missing-chunk.ts';
import { createRouter, routes } from './app/router.tsx';
import { whenOpened } from './app/when-opened.ts';
import './app/styles/fonts.css';
import './app/styles/tokens.css';
import './app/styles/base.css';
import { startInTurn } from '#src/app/start-in-turn.ts';
import { followInstallOffer } from '#src/features/settings/install-offer.ts';
import { connectivity, followLogouts, followOpenRequests, readSession } from '#src/sync/index.ts';

const root = document.getElementById('root');
if (!root) throw new Error('no #root in index.html');

watchParts();
followInstallOffer();
followIntent(routes);
let router: ReturnType<typeof createRouter>;
startInTurn([
  // First, so that the code of the screen loads meanwhile.
  () => {
    router = createRouter();
  },
  ...(readSession().token && !startsWithList() ? [readDateWords] : []),
  () => whenOpened(router, () => startTransition(() => createRoot(root).render(<AppRouter router={router} />))),
  () => followLaunches((address) => void router.navigate(address), wasReloaded()),
  () => followOpenRequests((address) => void router.navigate(address)),
  () => connectivity.start(),
  followLogouts,
  registerWorker,
]);

/** Makes the browser load its locale data before the date fields of a screen need it. */
function readDateWords(): void {
  Intl.DateTimeFormat.supportedLocalesOf('ru');
}

/** Whether the page starts with the list of protocols, which has no date fields. */
function startsWithList(): boolean {
  return location.pathname === '/main/protocols';
}
