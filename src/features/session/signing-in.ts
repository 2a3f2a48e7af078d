let busy = false;

/** Whether this page is signing somebody in: the token may exist by then, but the form itself navigates on. */
export const isSigningIn = (): boolean => busy;

/** Runs the sign-in of this page. */
export async function whileSigningIn(work: () => Promise<void>): Promise<void> {
  busy = true;
  try {
    await work();
  } finally {
    busy = false;
  }
}
