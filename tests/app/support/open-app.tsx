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
// As on a device that has the app installed: the heavy fields of a form are loaded together with it.
await loadLateParts();

// The next test is a separate visit, of the person it signs in, to a server that is not known yet.
afterEach(async () => {
  vi.useRealTimers();
  const userId = localStorage.getItem('user_id');
  await forgetWrites();
  // The device also forgets which server it has met.
  await store.updateSession(() => ({ token: null, replaced: null, userId: null })).catch(() => undefined);
  localStorage.clear();
  cleanup();
  endLine();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  // A probe under way would report to the next test that it is offline.
  await connectivity.probe();
  connectivity.reportSuccess();
  // A mutation stays on the device as sent until its result has been read, and one whose refusal a form shows already
  // until that is stored: the next test would show the one and send the other.
  if (userId)
    await store.changeOutbox(userId, (unsent, sent) => ({ drop: [...unsent, ...sent] })).catch(() => undefined);
});

/** Opens the app at an address, as a person would. */
export function openApp(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const { unmount } = render(<AppRouter router={router} />);
  return {
    /** Leaves the page, with everything that the device has kept. */
    unmount,
    person: patientPerson(),
    router,
    address: () => router.state.location.pathname + router.state.location.search,
  };
}

/** A user who waits for a disabled button: a click on it would do nothing, and report nothing. */
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

/** Stores a session where the app reads it, and notifies the page, as when somebody signs in in another tab. */
export function signInAs(role: string, userId = '7'): void {
  localStorage.setItem('token', 'good');
  localStorage.setItem('role', role);
  localStorage.setItem('user_id', userId);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
}
