import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { SignedOffVersion } from '#contract/documents/document.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { Button, focusWhenLost, Skeleton } from '#src/ui/index.ts';
import { EditingContext, nothingEdited, nothingOpen, OpenPartContext } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';
import styles from './documents.module.css';
import { versionQuery } from './queries.ts';
import { ReadSheet } from './read-sheet.tsx';
import { FileSums, reopened, signedOff, VersionFiles } from './version-list.tsx';

interface VersionSheetProps {
  protocol: Protocol;
  edition: number;
  onClose: () => void;
}

/** A final version as signed off, in place of the sheet and read-only, regardless of later changes of the protocol. */
export function VersionSheet({ protocol, edition, onClose }: VersionSheetProps) {
  const query = useQuery(versionQuery(protocol.id, edition));
  const { data } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is read from its beginning
  useEffect(() => heading.current?.focus(), [edition]);
  const close = () => {
    onClose();
    focusWhenLost(() => document.querySelector<HTMLElement>(`[data-edition="${edition}"]`) ?? screenHeading());
  };
  return (
    <EditingContext value={nothingEdited}>
      <OpenPartContext value={nothingOpen}>
        <div className={styles.versionHead}>
          <h2 ref={heading} tabIndex={-1} data-version-title="" className={styles.versionTitle}>
            Версия {edition}
            {data?.reopened_for ? ', не действует' : ''}
          </h2>
          <Button size="small" onClick={close}>
            К протоколу
          </Button>
        </div>
        {data ? (
          <Version protocol={protocol} version={data} />
        ) : query.isError || query.fetchStatus === 'paused' ? (
          <QueryError query={query} />
        ) : (
          <div role="status" aria-label="Загрузка...">
            <Skeleton width="72%" />
            <Skeleton width="94%" />
          </div>
        )}
      </OpenPartContext>
    </EditingContext>
  );
}

function screenHeading(): HTMLElement | null {
  return document.querySelector('h1');
}

function Version({ protocol, version }: { protocol: Protocol; version: SignedOffVersion }) {
  const { protocol: signed, people } = version;
  const names = useMemo(() => new Map(people.map(({ id, name }) => [id, name])), [people]);
  const nameOf: NameOf = (id) => (id ? names.get(id) : undefined);
  return (
    <>
      <p className={styles.quiet}>{signedOff(version)}</p>
      {version.reopened_for ? <p className={styles.quiet}>{reopened(version)}</p> : null}
      <div className={styles.versionFiles}>
        <VersionFiles protocol={protocol} edition={version.edition} />
        <FileSums version={version} />
      </div>
      <h3 dir="auto" className={styles.versionName}>
        {protocolTitle(signed)}
      </h3>
      <ReadSheet protocol={signed} nameOf={nameOf} />
    </>
  );
}
