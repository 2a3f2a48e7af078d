import { useQuery } from '@tanstack/react-query';
import { QueryView } from '#src/features/connection/index.ts';
import { DetailsSummary } from '#src/ui/index.ts';
import styles from './licences.module.css';
import { licencesQuery } from './licences-query.ts';

/** The packages that the app is made of, each with its terms. */
export function Licences() {
  const query = useQuery(licencesQuery());
  return (
    <QueryView query={query}>
      {({ packages, texts }) => (
        <ul className={styles.list} aria-label="Открытые программы">
          {packages.map(({ name, version, licence, text }) => (
            <li key={`${name} ${version}`}>
              {text === undefined ? (
                <p className={styles.name}>
                  {name} {version} <span className={styles.licence}>{licence}</span>
                </p>
              ) : (
                <details>
                  <DetailsSummary className={styles.name}>
                    {name} {version} <span className={styles.licence}>{licence}</span>
                  </DetailsSummary>
                  <pre className={styles.text} lang="en">
                    {texts[text]}
                  </pre>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}
