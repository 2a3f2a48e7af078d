import { useQuery } from '@tanstack/react-query';
import { QueryView } from '#src/features/connection/index.ts';
import { Card } from '#src/ui/index.ts';
import { DocumentSettingsForm } from './document-settings-form.tsx';
import { documentSettingsQuery } from './document-settings-query.ts';
import styles from './settings-screen.module.css';

/** «Документы»: how they are printed, for administrators of a server of ours. */
export function DocumentSettingsTab() {
  const query = useQuery(documentSettingsQuery());
  return (
    <Card title="Документы" className={styles.narrow}>
      <QueryView query={query}>{(settings) => <DocumentSettingsForm settings={settings} />}</QueryView>
    </Card>
  );
}
