import { type ComponentProps, lazy, Suspense } from 'react';

const AttachmentList = lazy(async () => ({ default: (await import('./attachment-list.tsx')).AttachmentList }));

/** A list of files, whose code is loaded by whoever has any; nothing where there are none. */
export function LazyAttachmentList(props: ComponentProps<typeof AttachmentList>) {
  if (props.attachments.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <AttachmentList {...props} />
    </Suspense>
  );
}
