import { type ComponentProps, lazy, Suspense } from 'react';

/** Preloads the code of the dialog, so that it is there without a network. */
export const loadConfirmDialog = () => import('./modal-dialog.tsx');

const ModalDialog = lazy(async () => ({ default: (await loadConfirmDialog()).ModalDialog }));

/** Asks before an action that cannot be undone; its code is loaded when it is rendered. */
export function ConfirmDialog(props: ComponentProps<typeof ModalDialog>) {
  return (
    <Suspense fallback={null}>
      <ModalDialog {...props} />
    </Suspense>
  );
}
