import { cleanup, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, expect, vi } from 'vitest';
import { AppRouter } from '#src/app/app-router.tsx';
import { routes } from '#src/app/router.tsx';
import '#src/features/people/index.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { store } from '#src/sync/page/store.ts';
import { loadLateParts } from '#src/ui/index.ts';
import { endLine } from './fake-server.ts';
import { forgetWrites } from './forget-writes.ts';

connectivity.start();
// As on a device that has the app: the heavy fields of a form are there as soon as the form.
await loadLateParts();

// The next test is a visit of its own, of whoever it signs in, to a server that nobody has met yet.
afterEach(async () => {
  vi.useRealTimers();
  await forgetWrites();
  // With it the device forgets which server it has met.
  await store.updateSession(() => ({ token: null, replaced: null, userId: null })).catch(() => undefined);
  localStorage.clear();
  cleanup();
  endLine();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  // A question that is under way would tell the next test that it is offline.
  await connectivity.probe();
  connectivity.reportSuccess();
});

/** Opens the app at an address, as a person would. */
export function openApp(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const { unmount } = render(<AppRouter router={router} />);
  return {
    /** As when the page is left, with all that the device has kept. */
    unmount,
    person: patientPerson(),
    router,
    address: () => router.state.location.pathname + router.state.location.search,
  };
}

/** A click on a button that is still disabled would do nothing, and say nothing: a person waits until it can be pressed. */
function patientPerson() {
  const person = userEvent.setup();
  const click = person.click.bind(person);
  return Object.assign(person, {
    click: async (element: Element) => {
      const button = element.closest('button') ?? element;
      await waitFor(() => expect(button).toBeEnabled());
      await click(element);
    },
  });
}

/** Puts a session where the app looks for one, and tells the page, as when somebody signs in in another tab. */
export function signInAs(role: string, userId = '7'): void {
  localStorage.setItem('token', 'good');
  localStorage.setItem('role', role);
  localStorage.setItem('user_id', userId);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
}
