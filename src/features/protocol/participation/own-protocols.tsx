import { useQuery } from '@tanstack/react-query';
import FileCheck from 'lucide-react/icons/file-check';
import { useSearchParams } from 'react-router-dom';
import type { OwnProtocol } from '#contract/participation/participation.ts';
import { ownProtocolsQuery } from '#src/data/participation/index.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { readPage } from '#src/data/read-page.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { formatDay, stageNumber } from '#src/format/index.ts';
import { Badge, Card, DataList, EmptyState, layout, Pagination } from '#src/ui/index.ts';
import { EmptyPage } from './empty-page.tsx';
import { OwnTaskSkeleton } from './own-task-item.tsx';
import { ownProtocolAddress, tabAddress } from './participation-address.ts';

/** «Протоколы»: signed protocols of meetings that the person took part in, or that gave them a task. */
export function OwnProtocols() {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery(ownProtocolsQuery(page));
  return (
    <QueryView query={list} skeleton={<OwnTaskSkeleton />}>
      {(shown) => (
        <div className={layout.stack(2)}>
          <Card bare>
            {shown.rows.length === 0 ? (
              page > 1 ? (
                <EmptyPage tab="protocols" />
              ) : (
                <EmptyState icon={FileCheck} title="Протоколов пока нет">
                  Здесь появятся подписанные протоколы встреч, в которых вы участвовали, и выписки по вашим поручениям.
                </EmptyState>
              )
            ) : (
              <DataList
                label="Протоколы"
                rows={shown.rows.map((protocol) => ({
                  id: protocol.id,
                  title: protocolTitle(protocol),
                  to: ownProtocolAddress('protocols', protocol.id),
                  note: signedWords(protocol),
                  aside: <Marks protocol={protocol} />,
                }))}
              />
            )}
          </Card>
          <Pagination of={shown} href={(page) => tabAddress('protocols', { page })} />
        </div>
      )}
    </QueryView>
  );
}

function Marks({ protocol: { parts, is_reopened } }: { protocol: OwnProtocol }) {
  return (
    <>
      {parts === 'extracts' ? <Badge>Выписка</Badge> : null}
      {is_reopened ? <Badge tone="warn">Готовится новая редакция</Badge> : null}
    </>
  );
}

/** Returns «№ 12 · 2 марта · Зал 1 · подписан 5 марта». */
export function signedWords({ number, held_at, place, signed_at, edition }: OwnProtocol): string {
  const signed = formatDay(signed_at);
  const parts = [
    number ? stageNumber(number) : '',
    formatDay(held_at),
    place ?? '',
    signed ? `подписан ${signed}` : '',
    edition && edition > 1 ? `редакция ${edition}` : '',
  ];
  return parts.filter(Boolean).join(' · ');
}
