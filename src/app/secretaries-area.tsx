import { lazy, Suspense } from 'react';
import { type ReaderProps, SecretariesScreen } from '#src/features/secretaries/secretaries-screen.tsx';
import { Spinner } from '#src/ui/index.ts';

const ProtocolReader = lazy(async () => ({
  default: (await import('#src/features/protocol/reading/protocol-reader.tsx')).ProtocolReader,
}));

/** /main/secretaries: a manager's secretaries, and under ?protocol= what is read of theirs. */
export function SecretariesArea() {
  return <SecretariesScreen Reader={Reader} />;
}

/** Its code comes with the first protocol that is opened. */
function Reader(props: ReaderProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <ProtocolReader {...props} />
    </Suspense>
  );
}
