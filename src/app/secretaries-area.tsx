import { lazy, Suspense } from 'react';
import { type ReaderProps, SecretariesScreen } from '#src/features/secretaries/secretaries-screen.tsx';
import { Spinner } from '#src/ui/index.ts';

const ProtocolReader = lazy(async () => ({
  default: (await import('#src/features/protocol/reading/protocol-reader.tsx')).ProtocolReader,
}));

/** /main/secretaries: a manager's secretaries, and with ?protocol= a protocol of theirs to read. */
export function SecretariesArea() {
  return <SecretariesScreen Reader={Reader} />;
}

/** Loads its code with the first opened protocol. */
function Reader(props: ReaderProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <ProtocolReader {...props} />
    </Suspense>
  );
}
