import FileText from 'lucide-react/icons/file-text';
import { Link } from 'react-router-dom';
import { protocolAddress } from '#contract/protocol-address.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolTitle, useProtocolList } from '#src/data/protocol/index.ts';
import { StageBadge } from '#src/features/badges/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatMoment, stageNumber } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { ButtonLink, DataList, type DataRow, EmptyState } from '#src/ui/index.ts';
import { HomeSection, RowSkeleton } from './home-section.tsx';

const shown = 5;

/** The newest protocols, from the first page of the list. */
export function RecentProtocols() {
  const query = useProtocolList();
  return (
    <HomeSection title="Последние протоколы" aside={<Link to="/main/protocols">Все протоколы</Link>}>
      <QueryView query={query} skeleton={<RowSkeleton rows={shown} />}>
        {({ rows }) =>
          rows.length > 0 ? (
            <DataList label="Последние протоколы" rows={rows.slice(0, shown).map(protocolRow)} />
          ) : (
            <EmptyState
              icon={FileText}
              title="Протоколов пока нет"
              actions={<ButtonLink to="/main/protocols/add">Создать протокол</ButtonLink>}
            >
              Здесь появятся последние протоколы и стадия каждого.
            </EmptyState>
          )
        }
      </QueryView>
    </HomeSection>
  );
}

function protocolRow(protocol: Optimistic<Protocol>): DataRow {
  const { id, number, stage, held_at, place, unsent } = protocol;
  const stageBadge = (
    <StageBadge stage={stage} detail={stage === 'final' && number ? stageNumber(number) : undefined} />
  );
  return {
    id,
    title: protocolTitle(protocol),
    to: protocolAddress(id),
    note: [formatMoment(held_at), place].filter(Boolean).join(' · '),
    aside: unsent && unsent.state !== 'sent' ? <UnsentMark unsent={unsent} /> : stageBadge,
  };
}
