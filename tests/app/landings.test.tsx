import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { roles } from '#contract/roles.ts';
import { headings, landingTable, placeOf, protocolTitle } from '#tests/support/landings.ts';
import { fakeServer, pageOf } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const answers = {
  'GET /protocols': () => pageOf([]),
  'GET /protocols/5': () => Response.json({ data: { id: 5, stage: 'no_video', title: protocolTitle } }),
  'GET /protocols/5/members': () => pageOf([]),
  'GET /meetings': () => pageOf([]),
  'GET /keywords': () => pageOf([]),
  'GET /users': () => pageOf([]),
  'GET /stats/manager/all': () => Response.json({ data: { by_secretary: [] } }),
};

test.each(['nobody', ...roles] as const)(
  'every address as %s leads where the specification says, without a loop',
  async (who) => {
    for (const { name, cells } of landingTable) {
      const cell = cells[who] ?? '';
      const from = name.replace('{id}', '5');
      if (who !== 'nobody') signInAs(who);
      fakeServer({ ...answers, 'GET /me': () => Response.json({ data: { id: 7, role: who } }) });
      const { router, address } = openApp(from);
      const ways = [address()];
      const stop = router.subscribe(() => {
        if (ways.at(-1) !== address()) ways.push(address());
      });
      await screen.findByRole('heading', { level: 1, name: headings[placeOf(name, cell)] ?? '' });
      await waitFor(() => expect(address(), name).toBe(cell === '=' || cell === '404' ? from : cell));
      expect(ways, `${name} goes round`).toEqual([...new Set(ways)]);
      stop();
      cleanup();
      localStorage.clear();
    }
  },
);
