import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { QueryView } from '#src/features/connection/index.ts';
import { readAppFile } from '#src/sync/index.ts';
import { DetailsSummary } from '#src/ui/index.ts';
import styles from './licences.module.css';

/** Packages that the app contains, each with its licence. */
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

const licences = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licence: z.catch(z.optional(z.string()), undefined),
      text: z.optional(z.number()),
    }),
  ),
  texts: z.array(z.string()),
});

/** The licences that the build writes beside the app (scripts/licences.ts). */
function licencesQuery() {
  return queryOptions({
    queryKey: ['licences'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readAppFile('/licences.json', licences, signal),
  });
}
