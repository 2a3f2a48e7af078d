import { type ComponentProps, lazy, Suspense } from 'react';

/** Loads the code of the question ahead, for the moment when the network is gone. */
export const loadConfirmDialog = () => import('./modal-dialog.tsx');

const ModalDialog = lazy(async () => ({ default: (await loadConfirmDialog()).ModalDialog }));

/** A question before what cannot be undone; its code is loaded when it is asked. */
export function ConfirmDialog(props: ComponentProps<typeof ModalDialog>) {
  return (
    <Suspense fallback={null}>
      <ModalDialog {...props} />
    </Suspense>
  );
}
