import { useQuery } from '@tanstack/react-query';
import { Card } from '#src/components/card.tsx';
import { QueryError } from '#src/components/query-error.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import { useCapability } from '#src/lib/use-capability.ts';
import { useSession } from '#src/lib/use-session.ts';
import { DocumentSettingsForm } from './document-settings-form.tsx';
import { documentSettingsQuery } from './document-settings-query.ts';

/** «Документы»: how they are printed, for administrators of a server of ours. */
export function DocumentSettingsCard() {
  const { role } = useSession();
  const enabled = useCapability('documents') && role === 'admin';
  const query = useQuery({ ...documentSettingsQuery(), enabled });
  if (!enabled) return null;
  if (!query.data && (query.isError || query.fetchStatus === 'paused')) {
    return (
      <Card title="Документы">
        <QueryError query={query} />
      </Card>
    );
  }
  return <Card title="Документы">{query.data ? <DocumentSettingsForm settings={query.data} /> : <Spinner />}</Card>;
}
