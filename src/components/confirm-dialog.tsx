import { type ComponentProps, lazy, Suspense } from 'react';

const ModalDialog = lazy(async () => ({ default: (await import('./modal-dialog.tsx')).ModalDialog }));

/** A question before what cannot be undone; its code is loaded when it is asked. */
export function ConfirmDialog(props: ComponentProps<typeof ModalDialog>) {
  return (
    <Suspense fallback={null}>
      <ModalDialog {...props} />
    </Suspense>
  );
}
