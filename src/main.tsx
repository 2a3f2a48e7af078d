import { createRoot } from 'react-dom/client';
import { AppRouter } from './app/app-router.tsx';
import { followIntent } from './app/follow-intent.ts';
import { followLaunches, wasReloaded } from './app/follow-launches.ts';
import { watchParts } from './app/gone-part.ts';
import { registerWorker } from './app/register-worker.ts';
import { createRouter, routes } from './app/router.tsx';
import './app/styles/fonts.css';
import './app/styles/tokens.css';
import './app/styles/base.css';
import { connectivity } from './lib/connectivity.ts';
import { followInstallOffer } from './lib/install-offer.ts';
import { followLogouts } from './lib/pay-logouts.ts';

const root = document.getElementById('root');
if (!root) throw new Error('no #root in index.html');

watchParts();
followInstallOffer();
followIntent(routes);
// In a task of its own: once the libraries are read, a slow device may react and draw first.
setTimeout(() => {
  const router = createRouter();
  createRoot(root).render(<AppRouter router={router} />);
  followLaunches((address) => void router.navigate(address), wasReloaded());
  connectivity.start();
  followLogouts();
  registerWorker();
});
